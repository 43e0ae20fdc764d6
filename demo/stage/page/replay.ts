import { gitHubMarkdown } from './github-markdown.ts'

// The script of a replay page. Without it the page is readable, too: Markdown as its source, and links between moments.

for (const place of document.querySelectorAll('.source')) {
  const body = gitHubMarkdown(place.textContent ?? '', place.classList.contains('file'))
  for (const link of body.querySelectorAll('a')) leadAway(link)
  place.replaceWith(body)
}

/** Only a web address is followed, in a window that does not learn where the link was. */
function leadAway(link: HTMLAnchorElement): void {
  if (!/^https:\/\//i.test(link.getAttribute('href') ?? '')) return link.removeAttribute('href')
  link.target = '_blank'
  link.rel = 'noopener noreferrer nofollow'
}

/** Marks the chosen moment in the list. What follows it there looks like the future by the style sheet. */
function markChosen(): void {
  for (const link of document.querySelectorAll('nav a')) {
    if (link.getAttribute('href') === window.location.hash) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
  document.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
}

window.addEventListener('hashchange', markChosen)
markChosen()
