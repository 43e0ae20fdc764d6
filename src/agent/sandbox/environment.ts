/** Variables that name certificates, which commands can read where the variable says. */
export const CERTIFICATES = [
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'PIP_CERT'],
  ...['GIT_SSL_CAINFO', 'AWS_CA_BUNDLE', 'CARGO_HTTP_CAINFO'],
]

/** Variables that commands inherit: tool chains, locale, network. All others may hold secrets. */
const PASSED_VARIABLES = [
  /^(PATH|LANG|LANGUAGE|TZ|LC_[A-Z]+)$/,
  /^(JAVA_HOME|GOROOT)(_\w+)?$/,
  /^(RUSTUP_HOME|RUSTUP_TOOLCHAIN|PYENV_ROOT|RBENV_ROOT|NVM_DIR|VOLTA_HOME|SDKMAN_DIR|DOTNET_ROOT|DENO_INSTALL|BUN_INSTALL)$/,
  /^(ANDROID_HOME|ANDROID_SDK_ROOT|ANDROID_NDK\w*|GRADLE_HOME|CHROME_BIN|CHROMEWEBDRIVER|GECKOWEBDRIVER|VCPKG_INSTALLATION_ROOT)$/,
  /^(pythonLocation|Python_ROOT_DIR|Python[23]_ROOT_DIR|LD_LIBRARY_PATH|PKG_CONFIG_PATH)$/,
  /^(https?_proxy|no_proxy)$/i,
]

/** Permitted variables, and values that keep programs from prompting. Colours are left to test suites. */
export function commandEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  { home, tmp }: { home: string; tmp: string },
): Record<string, string> {
  return {
    LANG: 'C.UTF-8',
    ...passedVariables(env),
    HOME: home,
    TMPDIR: tmp,
    TERM: 'dumb',
    CI: 'true',
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    DEBIAN_FRONTEND: 'noninteractive',
  }
}

export const passedVariables = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && isPassed(name) && !holdsCredentials(value) ? [[name, value] as const] : [],
    ),
  )

const isPassed = (name: string): boolean =>
  CERTIFICATES.includes(name) || PASSED_VARIABLES.some((pattern) => pattern.test(name))

/** The address of a proxy may contain a name and a password, with a scheme or without. */
const holdsCredentials = (value: string): boolean => /(?:^|:\/\/)[^/\s]*@/.test(value)
