import type { Advisory, AdvisedEcosystem } from './forge.ts'
import { HELD, type Client } from './transport/client.ts'

type Raw = Awaited<ReturnType<Client['rest']['securityAdvisories']['listGlobalAdvisories']>>['data'][number]

/**
 * GitHub's advisories on packages, and those on malware, which the API leaves out unless it is asked for. Asks once:
 * undefined without an answer, as on a server without GitHub Connect.
 */
export async function advisoriesOf(
  { rest }: Client,
  ecosystem: AdvisedEcosystem,
  names: readonly string[],
): Promise<Advisory[] | undefined> {
  const wanted = { ecosystem, affects: names.join(','), per_page: 100, ...HELD }
  try {
    const answers = await Promise.all([
      rest.securityAdvisories.listGlobalAdvisories(wanted),
      rest.securityAdvisories.listGlobalAdvisories({ ...wanted, type: 'malware' }),
    ])
    return answers.flatMap(({ data }) => data).flatMap((raw) => toAdvisories(raw, ecosystem))
  } catch {
    return undefined
  }
}

/** One for each package that it is about. */
function toAdvisories(raw: Raw, ecosystem: AdvisedEcosystem): Advisory[] {
  const { ghsa_id: id, severity, type, withdrawn_at: withdrawn, vulnerabilities } = raw
  if (withdrawn !== null || !/^GHSA(-[0-9a-z]{4}){3}$/.test(id)) return []
  return (vulnerabilities ?? []).flatMap(({ package: about, first_patched_version: fixedIn }) =>
    about?.ecosystem === ecosystem && about.name !== null
      ? [{ name: about.name, id, severity, isMalware: type === 'malware', fixedIn: fixedIn ?? undefined }]
      : [],
  )
}
