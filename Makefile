# The two main commands are `make run` and `make test`. Both install what is missing first.

.PHONY: run test test-lowest test-windows test-desktops test-vllm prove-private doctor screenshots translations clean

run:            ## open the captions window (or caption in this terminal, where there is no screen or microphone)
	@sh packaging/setup.sh run

test:           ## lint, types and every test; ARGS go to pytest: make test ARGS="tests/inference -x"
	@sh packaging/setup.sh test $(ARGS)

test-desktops:  ## type and paste into real GNOME and KDE sessions (Linux with root, 2.5 GB, half an hour)
	@sh packaging/desktops/test.sh $(ARGS)

test-vllm:      ## the server engine against a real vLLM on this processor (4 GB); ARGS go to pytest
	@sh packaging/setup.sh prepare test
	@sh packaging/vllm/test.sh $(ARGS)

prove-private:  ## record that nothing leaves this computer while the program is used for three minutes
	@sh packaging/setup.sh prepare test
	@.venv/bin/python -m pytest tests/privacy -v
	@cat tests/artifacts/privacy.json

test-lowest:    ## the same without a desktop, with the lowest version of every dependency
	@sh packaging/setup.sh test-lowest $(ARGS)

test-windows:   ## platform-neutral tests and real windows on Windows' own Python under Wine (root, Debian 12); ARGS are test files
	@sh packaging/wine/setup.sh
	@sh packaging/setup.sh prepare test
	@.venv/bin/python packaging/wine/tests.py $(ARGS)

doctor:         ## show what the program finds on this computer, and what is missing
	@sh packaging/setup.sh prepare run
	@.venv/bin/r2t2-captions doctor

screenshots:    ## take pictures of every window into tests/artifacts/screenshots
	@sh packaging/setup.sh prepare test
	@.venv/bin/python -m tests.desktop.screenshots tests/artifacts/screenshots

translations:   ## update resources/translations from the source texts
	@sh packaging/setup.sh prepare test
	@.venv/bin/python packaging/translations.py

clean:          ## remove the environment and everything that was built
	rm -rf .venv .venv-lowest build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis tests/artifacts
