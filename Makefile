# make run     set up, build Release, and simulate a scene (SCENE=file to choose another)
# make test    set up, build Release, and run every test
# make check   layers, format, lint on changed files, and documents whose snippets are run
# make fuzz    each fuzz target for FUZZ_SECONDS         make soak     the long runs of docs/soak.md
# make bench   build and run the benchmarks              make format   apply clang-format
# make install PREFIX=/usr/local
#
# Each does its own set-up: on Debian 12 the packages of tools/packages, as root or with sudo.
.DEFAULT_GOAL := help
.PHONY: help run test check layers docs format-check tidy fuzz soak bench format install clean setup-%

SCENE ?= scenes/rain_on_terrain.yaml
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60
HOLDFAST_CASES ?= ../shared/cases/scenes
export HOLDFAST_CASES
RELEASE := build/release

help:
	@sed -n 's/^# \{0,1\}//p;/^\.DEFAULT/q' Makefile

setup-%:
	@tools/install_packages $(subst +, ,$*)

run: setup-build
	@cmake --preset release -DHOLDFAST_TESTS=OFF -DHOLDFAST_EXAMPLES=OFF
	@cmake --build $(RELEASE) --target holdfast
	$(RELEASE)/cli/holdfast run $(SCENE)

$(RELEASE)-built: setup-build+test
	@cmake --preset release -DHOLDFAST_TESTS=ON -DHOLDFAST_EXAMPLES=ON
	@cmake --build $(RELEASE)

test: $(RELEASE)-built
	@ctest --test-dir $(RELEASE) --output-on-failure -j $$(nproc) --no-tests=error

check: layers format-check docs tidy

layers: setup-build+test
	@tools/check_layers

docs: $(RELEASE)-built
	@tools/check_docs $(RELEASE)

format-check: setup-check
	@tools/check_format

tidy: setup-build+test+check
	@tools/check_tidy

format: setup-check
	@tools/check_format --fix

fuzz: setup-build+test+check+ci
	@cmake --preset fuzz
	@cmake --build build/fuzz --target fuzz_targets
	@tools/run_fuzz build/fuzz $(FUZZ_SECONDS)

soak: setup-build+test
	@cmake --preset release -DHOLDFAST_TESTS=ON
	@cmake --build $(RELEASE) --target soak
	$(RELEASE)/tests/soak

bench: setup-build+test+bench
	@cmake --preset bench -DHOLDFAST_TESTS=OFF
	@cmake --build build/bench
	@bench/run build/bench

install: setup-build
	@cmake --preset release -DCMAKE_INSTALL_PREFIX=$(PREFIX)
	@cmake --build $(RELEASE) --target holdfast holdfast_all
	@cmake --install $(RELEASE) --prefix $(PREFIX)

clean:
	rm -rf build
