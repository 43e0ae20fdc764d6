// Runs in a frame of its own: what draws graphs writes styles into its drawing, which the page does not allow.

type Mermaid = {
  initialize(options: object): void
  render(id: string, source: string): Promise<{ svg: string }>
}

/** The script before this one leaves it here. */
declare const mermaid: Mermaid

type Wanted = { graph: number; source: string; dark: boolean }

const isWanted = (data: unknown): data is Wanted => typeof data === 'object' && data !== null && 'source' in data

async function draw({ graph, source, dark }: Wanted): Promise<void> {
  mermaid.initialize({
    ...{ startOnLoad: false, securityLevel: 'strict', htmlLabels: false, theme: dark ? 'dark' : 'default' },
    flowchart: { htmlLabels: false },
  })
  const { svg } = await mermaid.render(`graph-${graph}`, source)
  window.parent.postMessage({ graph, svg }, window.location.origin)
}

window.addEventListener('message', ({ data, source, origin }) => {
  if (source === window.parent && origin === window.location.origin && isWanted(data)) draw(data).catch(() => undefined)
})
window.parent.postMessage({ graph: 0, svg: '' }, window.location.origin)
