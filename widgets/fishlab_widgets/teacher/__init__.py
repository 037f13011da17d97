"""The teacher's page: what a class handed in, the timetable of every lesson, its answers, and sheets to print.

`pasted` splits what was pasted into lines, columns and codes (the laboratory and the council read with it too), `hands`
reads the codes, `counting` counts them, `stored_lessons` reads the lessons' own files, `guide.toml` has what to say;
`class_page`, `guide` and `sheets` show.
"""
