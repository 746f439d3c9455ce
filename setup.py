"""Compile the engine if there is a C compiler; otherwise it runs interpreted.

BWTOOLS_REQUIRE_COMPILED=1 makes a failed compilation an error; BWTOOLS_SKIP_COMPILE=1 skips it.
BWTOOLS_BUILD_TRAINING=1 compiles scripts/self_play.py instead.

A source distribution holds the C code. The compiled modules use the stable ABI of Python 3.11: one
wheel is for all later versions.
"""

from __future__ import annotations

import os
import re
import sys
import sysconfig
from glob import glob
from pathlib import Path

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

ENGINE = "bwtools/_engine"
SHARED = "bwtools._engine._shared"  # what all modules need for memory views, compiled once
MODULES = ("solver", "net", "policy", "ending", "_shared")
DIRECTIVES = {
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "infer_types": False,
}
STABLE_ABI = not sysconfig.get_config_var("Py_GIL_DISABLED")  # free-threaded Python has none


def is_translated() -> bool:
    """Return whether the C code is there and not older than its source."""
    sources = [*glob(f"{ENGINE}/*.py"), *glob(f"{ENGINE}/*.pxd")]
    translated = [f"{ENGINE}/{name}.c" for name in MODULES]
    return all(map(os.path.exists, translated)) and (
        min(map(os.path.getmtime, translated)) >= max(map(os.path.getmtime, sources))
    )


def translate(extensions: list[Extension], folder: str) -> dict[str, list[str]]:
    """Write the C code of extensions below a folder; return its files by extension."""
    from Cython.Build import cythonize

    translated = cythonize(
        extensions,
        nthreads=os.cpu_count() or 1,
        build_dir=folder,
        language_level=3,
        compiler_directives=DIRECTIVES,
        shared_utility_qualified_name=SHARED,
    )
    return {extension.name: extension.sources for extension in translated}


def extension(name: str, source: str) -> Extension:
    """Return an extension. Contraction is off, so that all machines round alike."""
    level = "-O1" if name == SHARED else "-O3"
    options = [level, "-g0", "-ffp-contract=off", "-Wno-unused-const-variable"]
    return Extension(
        name,
        [source],
        extra_compile_args=["/O2"] if sys.platform == "win32" else options,
        define_macros=[("Py_LIMITED_API", "0x030B0000")] if STABLE_ABI else [],
        py_limited_api=STABLE_ABI,
        optional=os.environ.get("BWTOOLS_REQUIRE_COMPILED") != "1",
    )


def engine(suffix: str = ".py") -> list[Extension]:
    """Return the extensions of the engine. `_shared` has no source but what Cython writes."""
    return [
        extension(f"bwtools._engine.{name}", f"{ENGINE}/{name}{suffix if name[0] != '_' else '.c'}")
        for name in MODULES
    ]


def extensions() -> list[Extension]:
    """Return the extensions to build."""
    if os.environ.get("BWTOOLS_BUILD_TRAINING") == "1":
        return [extension("self_play", "scripts/self_play.py")]
    if os.environ.get("BWTOOLS_SKIP_COMPILE") == "1":
        return []
    return engine(".c" if is_translated() else ".py")


class BuildTogether(build_ext):
    """Compiles all modules of the engine or none: compiled and interpreted ones do not mix."""

    def build_extensions(self) -> None:
        if any(source.endswith(".py") for each in self.extensions for source in each.sources):
            translated = translate(self.extensions, "build")
            for each in self.extensions:
                each.sources = translated[each.name]
        super().build_extensions()
        built = [path for path in self.get_outputs() if os.path.exists(path)]
        if len(built) < len(self.extensions):
            for path in built:
                os.remove(path)

    def copy_extensions_to_source(self) -> None:
        # Modules of earlier builds, perhaps for one version of Python only, would be found first.
        for path in [*glob(f"{ENGINE}/*.so"), *glob(f"{ENGINE}/*.pyd")]:
            os.remove(path)
        super().copy_extensions_to_source()


class SourceWithC(sdist):
    """Adds the C code of the engine."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        super().make_release_tree(base_dir, files)
        if not is_translated():
            translate(engine(), base_dir)


def read_me() -> str:
    """Return README.md with links that work outside the repository, too."""
    version = re.findall('"(.*)"', Path("bwtools/_version.py").read_text(encoding="utf-8"))[-1]
    project = Path("pyproject.toml").read_text(encoding="utf-8")
    repository = re.findall('^Repository = "(.*)"', project, re.MULTILINE)[0]
    text = Path("README.md").read_text(encoding="utf-8")
    return re.sub(r"\]\((?!https?:|#)", rf"]({repository}/blob/v{version}/", text)


if __name__ == "__main__":  # processes that Cython starts import this file, too
    setup(
        # The word lists are in a separate folder beside the package.
        packages=[*find_packages(include=["bwtools", "bwtools.*"]), "bwtools.dictionaries"],
        ext_modules=extensions(),
        long_description=read_me(),
        long_description_content_type="text/markdown",
        cmdclass={"build_ext": BuildTogether, "sdist": SourceWithC},
        options={
            "build_ext": {"parallel": True},
            "bdist_wheel": {"py_limited_api": "cp311"} if STABLE_ABI else {},
        },
    )
