/** Names of files and folders that programs leave when they run: caches, byte code, coverage. Nobody writes them. */
const LEFTOVERS =
  /(?:^|\/)(?:__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|\.nox|\.hypothesis|node_modules|\.npm|\.nyc_output|coverage|htmlcov|\.gradle|\.eslintcache|\.coverage(?:\.[^/]+)?|\.DS_Store|[^/]+\.(?:py[co]|tsbuildinfo|gcda|gcno|profraw))(?:\/|$)/

/** Whether a path is what running a program leaves, which no commit takes unless it was tracked or planned. */
export const isLeftover = (path: string): boolean => LEFTOVERS.test(path)
