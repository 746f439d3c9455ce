"""Compile the engine where there is a C compiler; where there is none it runs interpreted.

BWTOOLS_REQUIRE_COMPILED=1 makes a failure an error, BWTOOLS_SKIP_COMPILE=1 does not try.
"""

from __future__ import annotations

import os
import sys

from setuptools import Extension, setup


def engine() -> list[Extension]:
    """The extensions to build. Contraction is off so that every machine rounds alike."""
    if os.environ.get("BWTOOLS_SKIP_COMPILE") == "1":
        return []
    from Cython.Build import cythonize

    arguments = ["/O2"] if sys.platform == "win32" else ["-O3", "-ffp-contract=off"]
    source = Extension("bwtools._engine", ["bwtools/_engine.py"], extra_compile_args=arguments)
    extensions: list[Extension] = cythonize([source], build_dir="build", language_level=3)
    for extension in extensions:  # not before: cythonize makes new ones without it
        extension.optional = os.environ.get("BWTOOLS_REQUIRE_COMPILED") != "1"
    return extensions


setup(ext_modules=engine())
