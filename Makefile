# Fishlab's commands. `make` alone lists them.

PORT ?= 8888
BROWSER ?= yes
PYTHON ?= python3 python3.14 python3.13 python3.12 python3.11

PY := .venv/bin/python
LAB := .venv/.ready-lab
CLASS := .venv/.ready-class
TEST := .venv/.ready-test
SITE := .venv/.ready-site
MADE_FROM := pyproject.toml binder/requirements.txt $(wildcard widgets/jupyter/*.* widgets/jupyter/labextension/* widgets/jupyter/labextension/static/*)
PARALLEL := -n 2 --dist loadfile
LIGHT := PYTHONPATH=tests/stubs # nbval is loaded before the tests could say that
NBVAL := -p nbval --nbval-lax --nbval-cell-timeout=60
KIND := not soak and not long
PAGES = $(PY) -m pytest -m "browser and $(KIND)" $(shell find tests -name '*_browser.py')
IN_BROWSER := -n 4 --dist loadfile # on two cores: while one worker waits for a page, the others go on

.DEFAULT_GOAL := help
.NOTPARALLEL:
unexport PYTHONDONTWRITEBYTECODE # else each of many Pythons would compile every library anew: a third of all the work
.PHONY: help lab class test full lint types rules notebooks browser walk kept format messages picture film sheets docs site slides handout badge binder pins \
	bench mutants nightly coverage soak clean

help: ## list these commands
	@echo "Fishlab: make COMMAND"
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/  \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "%-12s %s\n", $$1, $$2 }'

lab: $(LAB) ## open the course in JupyterLab (PORT=8888, BROWSER=no to print the address only)
	@$(PY) tools/open_course.py --port "$(PORT)" --browser "$(BROWSER)"

class: $(CLASS) ## open a class: students play on their own screens, the desk opens in the browser (PORT=8866, WORD=…, ROOM=… to go on, NEW=yes for a new one)
	@$(PY) -m fishlab_widgets.command class --word "$(WORD)" --room "$(ROOM)" $(if $(filter yes,$(NEW)),--new) $(if $(filter command environment,$(firstword $(origin PORT))),--port "$(PORT)") \
		$(if $(filter no,$(BROWSER)),--no-browser) $(if $(CERTIFICATE),--certificate "$(CERTIFICATE)" --key "$(KEY)")

test: lint rules browser ## check style, types (among the rules), rules, widgets, notebooks and pages, of long tests a short form

full: KIND := not soak
full: lint rules browser ## check the same with every long test and every case: all games, sizes and lessons (an hour)

lint: $(TEST) ## check the style of the code
	$(PY) -m ruff check
	$(PY) -m ruff format --check

types: $(TEST) ## check the types of rules and widgets
	$(PY) -m mypy

rules: $(TEST) ## test rules, widgets, notebooks and project files, without a browser
	$(LIGHT) $(PY) -m pytest notebooks tests $(PARALLEL) $(NBVAL) --ignore-glob='*_browser.py' -m "not browser and $(KIND)"

notebooks: $(TEST) ## run every cell of every notebook by nbval in a kernel of its own, as a teacher would who changed one
	@$(LIGHT) $(PY) -m pytest $(PARALLEL) $(NBVAL) notebooks || test $$? -eq 5  # 5: there is no notebook yet

browser: $(TEST) ## play in a real JupyterLab in a real browser
	@$(PY) tools/chromium.py
	$(PAGES) $(IN_BROWSER) || { test $$? -eq 1 && echo "What failed beside other pages is tried once more, alone:" && \
		$(PAGES) --last-failed --last-failed-no-failures none; }

walk: $(TEST) ## open and run every lesson in a real JupyterLab, and walk the first by mouse and by keyboard (long)
	@$(PY) tools/chromium.py
	$(PY) -m pytest $(PARALLEL) -m browser tests/notebooks/test_lessons_browser.py tests/notebooks/test_walk_browser.py

kept: $(TEST) ## lose kernel or page at many moments of each lesson (in JupyterLab 20, at an address like Binder's 6, on the site 3 if FISHLAB_PYODIDE names a folder), and look for all that was done (hours)
	@$(PY) tools/chromium.py
	$(PY) -m pytest $(PARALLEL) -m soak tests/notebooks/test_kept_browser.py tests/site/test_kept_site_browser.py

format: $(TEST) ## put the code into the project's style
	$(PY) -m ruff check --fix
	$(PY) -m ruff format

messages: $(TEST) ## collect what people read, and renew the catalogues of all languages (LANGUAGE=fr begins a new one)
	@$(PY) tools/catalogues.py $(LANGUAGE)

picture: $(TEST) ## make the pictures of the README anew
	@$(PY) tools/chromium.py
	$(PY) tools/picture.py

film: $(TEST) ## picture the guided first round of every game, step by step (OUT=film)
	@$(PY) tools/chromium.py
	@$(PY) tools/film_strip.py "$(or $(OUT),film)"

sheets: $(TEST) ## make a PDF of the sheets that a class prints (OUT=fishlab-sheets.pdf)
	@$(PY) tools/chromium.py
	@$(PY) tools/sheets.py "$(or $(OUT),fishlab-sheets.pdf)"

docs: $(TEST) ## build the pages about the code (OUT=docs/_build, ONLY="modules" for some)
	@$(PY) tools/docs.py "$(or $(OUT),docs/_build)" $(ONLY)

site: $(SITE) ## build the course as a site that needs no server (OUT=_site, PYODIDE=folder where it cannot be fetched)
	@$(PY) -m fishlab_widgets.command site "$(or $(OUT),_site)" $(if $(PYODIDE),--pyodide "$(PYODIDE)")

slides: $(LAB) ## write the lessons as slides for the class, which need neither a network nor Python (OUT=slides)
	@$(PY) -m fishlab_widgets.command handout --slides "$(or $(OUT),slides)"

handout: $(LAB) ## write the lessons as pages to print, with and without answers (OUT=handouts)
	@$(PY) -m fishlab_widgets.command handout "$(or $(OUT),handouts)"

badge: $(TEST) ## write where the project is hosted into every place that says so (git's remote, or REPO=owner/name)
	@$(PY) tools/badge.py "$(REPO)"

binder: $(TEST) ## build Binder's image without Docker, open it behind a proxy and play (long)
	@$(PY) tools/chromium.py
	$(PY) -m pytest -s -m soak tests/project/test_binder_browser.py

pins: $(TEST) ## take the newest packages, and write what Binder shall install
	@$(uv_install) --upgrade -e '.[test]' || $(pip_install) --upgrade --upgrade-strategy eager -e '.[test]'
	$(PY) tools/pins.py

bench: $(TEST) ## measure the speed of games, pictures, pages and notebooks against targets
	@$(PY) -c "import pyspiel" 2>/dev/null || $(uv_install) -e '.[bench]' 2>/dev/null || $(pip_install) -e '.[bench]' 2>/dev/null \
		|| echo "OpenSpiel cannot be had here: what is measured against it is left out."
	@$(PY) tools/chromium.py
	@$(PY) tools/bench.py

mutants: $(TEST) ## break the code in many small ways, and see that a test notices each (ONLY=word for some; long)
	@$(PY) tools/mutants.py "$(ONLY)"

nightly: $(TEST) ## make 50 mistakes at random, and print those that no test notices (SEED=a day, COUNT=50; long)
	@$(PY) tools/nightly.py "$(SEED)" $(COUNT)

coverage: $(TEST) ## measure which lines of the code the tests run
	$(PY) -m pytest $(PARALLEL) -m "not browser and not soak" --cov --cov-report=term-missing:skip-covered

soak: $(TEST) ## play very many random games, and whole games by clicks in a browser (long)
	@$(PY) tools/chromium.py
	$(PY) -m pytest $(PARALLEL) -m soak

clean: ## remove what these commands made
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage test-artefacts dist build docs/_build _site fishlab-sheets.pdf *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Packages come by uv where it can be had, for it is fast, and by pip where not. First choice are the versions that
# Binder installs too; a Python or a machine for which those do not exist takes what fits.
uv_install = $(PY) -m uv pip install --quiet --python $(PY)
pip_install = $(PY) -m pip install --quiet
pinned = -c binder/requirements.txt

$(PY):
	@for python in $(PYTHON); do \
		command -v $$python >/dev/null 2>&1 || continue; \
		found=$${found:-$$python}; \
		$$python -c "import sys; sys.exit(sys.version_info < (3, 11))" 2>/dev/null && right=$$python && break; \
	done; \
	if [ -z "$$found" ]; then echo "Fishlab needs Python 3.11 or newer, and there is no python3 here: install it first."; exit 1; fi; \
	if [ -z "$$right" ]; then echo "Fishlab needs Python 3.11 or newer, and $$found is $$($$found -V 2>&1): install a newer one."; exit 1; fi; \
	echo "Preparing Fishlab with $$($$right -V) (once, about a minute)."; \
	$$right -m venv --clear .venv >/dev/null 2>&1 || { rm -rf .venv; \
		echo "$$right cannot make a virtual environment: install its venv module (on Debian: apt install python3-venv)."; exit 1; }
	@$(pip_install) uv 2>/dev/null || true

define ready
	@$(uv_install) $(pinned) -e '$(1)' 2>/dev/null || $(pip_install) $(pinned) -e '$(1)' 2>/dev/null || $(pip_install) -e '$(1)' \
		|| { echo "The packages could not be installed: see the message above, and whether the network is there."; exit 1; }
	@$(PY) -m jupyter labextension disable --level=sys_prefix "@jupyterlab/apputils-extension:announcements" >/dev/null 2>&1
	@$(PY) widgets/jupyter/install.py .venv
endef

$(LAB): $(MADE_FROM) | $(PY)
	$(call ready,.[course])
	@touch $@

$(CLASS): $(MADE_FROM) | $(PY)
	$(call ready,.[class])
	@touch $(LAB) $@

$(TEST): $(MADE_FROM) | $(PY)
	$(call ready,.[test])
	@touch $(LAB) $(CLASS) $@

$(SITE): $(MADE_FROM) | $(PY)
	$(call ready,.[site])
	@touch $(LAB) $@
