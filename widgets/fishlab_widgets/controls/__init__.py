"""What every live thing on a page is made of: the base widget, buttons, sliders, bookmarks, the guard of its keys."""
