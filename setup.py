"""Compile the engine if there is a C compiler; otherwise it runs interpreted.

BWTOOLS_REQUIRE_COMPILED=1 makes a failed compilation an error; BWTOOLS_SKIP_COMPILE=1 skips it.
BWTOOLS_BUILD_TRAINING=1 compiles scripts/self_play.py instead.
"""

from __future__ import annotations

import os
import sys

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext

MODULES = ("solver", "net", "policy")
DIRECTIVES = {
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "infer_types": False,
}


class BuildTogether(build_ext):
    """Compiles all modules of the engine or none: compiled and interpreted ones do not mix."""

    def build_extensions(self) -> None:
        super().build_extensions()
        built = [path for path in self.get_outputs() if os.path.exists(path)]
        if len(built) < len(self.extensions):
            for path in built:
                os.remove(path)


def engine() -> list[Extension]:
    """Return the extensions to build. Contraction is off, so that all machines round alike."""
    if os.environ.get("BWTOOLS_SKIP_COMPILE") == "1":
        return []
    from Cython.Build import cythonize

    arguments = ["/O2"] if sys.platform == "win32" else ["-O3", "-ffp-contract=off"]
    sources = [
        Extension(f"bwtools._engine.{name}", [f"bwtools/_engine/{name}.py"]) for name in MODULES
    ]
    if os.environ.get("BWTOOLS_BUILD_TRAINING") == "1":
        sources = [Extension("self_play", ["scripts/self_play.py"])]
    extensions: list[Extension] = cythonize(
        sources, build_dir="build", language_level=3, compiler_directives=DIRECTIVES
    )
    for extension in extensions:
        extension.extra_compile_args = arguments
        extension.optional = os.environ.get("BWTOOLS_REQUIRE_COMPILED") != "1"
    return extensions


setup(
    # The word lists are in a separate folder beside the package.
    packages=[*find_packages(include=["bwtools", "bwtools.*"]), "bwtools.dictionaries"],
    ext_modules=engine(),
    cmdclass={"build_ext": BuildTogether},
    options={"build_ext": {"parallel": True}},
)
