import { globList } from './paths.ts'

/** What no subtask may change by default: whatever runs, guards or steers unasked. README has the same headings. */
export const PROTECTED: Readonly<Record<string, readonly string[]>> = {
  'CI and deployment, which run with secrets': globList(`
    .github/** .gitlab-ci.yml .gitlab/** .circleci/** .buildkite/** .travis.yml .drone.* azure-pipelines*.{yml,yaml}
    .azure-pipelines/** **/Jenkinsfile* .jenkins/** .cirrus.* .woodpecker.{yml,yaml} .woodpecker/** .forgejo/**
    .gitea/** bitbucket-pipelines.yml .semaphore/** .teamcity/** .tekton/** .harness/** .builds/** .build.yml
    cloudbuild.{yml,yaml,json} buildspec*.yml {appveyor,.appveyor}.yml codefresh.yml .codefresh/** wercker.yml
    bitrise.yml zuul.yaml .zuul.yaml zuul.d/** .zuul.d/** .prow.yaml .prow/** .dagger/** netlify.toml vercel.json
    render.yaml .ci/** firebase.json wrangler.toml amplify.yml fly.toml app.yaml .goreleaser.y*ml .releaserc*
  `),
  'Bots that merge, update and deploy': globList(`
    .mergify.yml .mergify/** bors.toml .bors.toml .kodiak.toml atlantis.{yml,yaml} .palantir/** renovate.{json,json5}
    .renovaterc* .dependabot/** .coderabbit.{yml,yaml} .sourcery.yaml
  `),
  'Who must review, what a review shows, and what scanners overlook': globList(`
    **/CODEOWNERS **/OWNERS OWNERS_ALIASES .policy.yml .pullapprove.yml .gitmodules **/.gitattributes .mailmap
    .git-blame-ignore-revs .gitleaks.toml .gitleaksignore Dangerfile dangerfile.* codecov.yml .secretlintrc*
    .secretlintignore .trivyignore* .semgrepignore .snyk
  `),
  'Instructions and tools of coding agents': globList(`
    **/{AGENTS,AGENTS.override,AGENT,CLAUDE,CLAUDE.local,GEMINI,QWEN,CRUSH,WARP}.md **/{.mcp,mcp}.json **/.claude/**
    .claude-plugin/** **/.cursor/** **/.cursorrules **/.windsurf/** **/.windsurfrules **/.clinerules/** **/.cline/**
    **/.roo/** **/.roorules* .roomodes **/.kilocode/** **/.kilocoderules **/.kiro/** **/.codex/** **/.gemini/**
    **/.qwen/** **/.junie/** **/.continue/** .continuerules **/opencode.{json,jsonc} **/.opencode/**
    **/{.crush,crush}.json .crush/** **/.aider* **/.amazonq/** **/.augment/** .augment-guidelines **/.trae/**
    **/.goosehints .goose/** **/.agents/** **/.agent/** **/.factory/** **/.openhands/** **/.copilot/** **/.rovodev/**
    **/.amp/** **/.pi/** **/.ruler/** **/.serena/** **/.tabnine/** **/.rules **/SKILL.md
  `),
  'Hooks of git, and what a package manager runs or fetches from elsewhere': globList(`
    **/.husky/** .huskyrc* **/{lefthook,.lefthook,lefthook-local,.lefthook-local}.{yml,yaml,toml,json} .lefthook/**
    **/.githooks/** **/.git-hooks/** .hooks/** .pre-commit-config.yaml .pre-commit-hooks.yaml .overcommit.yml
    **/{.lintstagedrc,lint-staged.config}* {.simple-git-hooks,simple-git-hooks}.* .cargo-husky/** captainhook.json
    **/.npmrc **/.yarnrc* .yarn/{releases,plugins}/** **/.pnpmfile.* **/.cargo/** .mvn/** gradle/wrapper/**
    **/.bazelrc
  `),
  'Editors and shells, on the machine of people who open the folder': globList(`
    **/.vscode/** **/.idea/** **/.vs/** **/.fleet/** **/.zed/** **/.nova/** **/*.code-workspace **/*.sublime-project
    **/.dir-locals*.el **/{.exrc,.nvimrc,.nvim.lua,.vimrc,.lvimrc} .vim/** .devcontainer/** .devcontainer.json
    .gitpod.* .idx/** .replit **/.envrc **/{mise,.mise}*.toml **/.mise/** .config/mise/** **/.autoenv*
    **/.tool-versions
  `),
}

export const PROTECTED_PATHS: readonly string[] = Object.values(PROTECTED).flat()
