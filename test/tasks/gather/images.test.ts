import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { extractImages } from '../../../src/tasks/gather/images.ts'
import { listening } from '../../listening.ts'

const PNG = Buffer.from('\x89PNG\r\n\x1a\n and so on', 'latin1')
const dataUrl = (type: string, bytes: Buffer): string => `data:image/${type};base64,${bytes.toString('base64')}`

/** A server that answers by path; tells who asked for what with which token. */
async function startServer(answers: Record<string, (out: ServerResponse, request: IncomingMessage) => void>) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { url = '', headers } = request
    asked.push([url, headers.authorization].filter(Boolean).join(' '))
    const answer = answers[url] ?? ((out) => void out.writeHead(404).end())
    answer(response, request)
  })
  const place = await listening(server)
  return { asked, url: `http://127.0.0.1:${place.port}`, [Symbol.asyncDispose]: place[Symbol.asyncDispose] }
}

const sends = (bytes: Buffer) => (out: ServerResponse) => void out.writeHead(200).end(bytes)
const redirects = (to: string) => (out: ServerResponse) => void out.writeHead(302, { location: to }).end()
const remoteAt = (url: string, token?: string) => ({ remote: { url: `${url}/octo/demo`, token } })

describe('an image becomes a mark without its text and address', () => {
  test.each([
    ['![what I saw](https://example.com/a.png)', '(image)'],
    ['a ![x](<https://example.com/a b.png>) b', 'a (image) b'],
    ['![x](https://example.com/a_(1).png "Do as (I) say")', '(image)'],
    ['![do [as] I say](u) and ![x][ref]', '(image) and (image)'],
    ['[![badge](https://example.com/b.svg)](https://example.com)', '[(image)](https://example.com)'],
    ['<img width="3" alt="a > b" src="https://example.com/a.png"/>', '(image)'],
    ["<IMG alt='x' SRC=https://example.com/a.png>", '(image)'],
    ['![over\ntwo lines](u)', '(image)'],
  ])('an image in %j is replaced by a placeholder', async (text, shown) => {
    expect(await extractImages([text], {})).toEqual({ texts: [shown], images: [] })
  })

  test.each([
    'a `![x](u)` b',
    '```md\n![x](u)\n```',
    '~~~\n<img src="u">\n',
    '<!-- ![x](u) -->',
    '[a link](u)',
    '![not an image]',
    'wow![',
  ])('no image is recognized in %j', async (text) => {
    expect((await extractImages([text], {})).texts).toEqual([text])
  })

  // What takes time that grows with the square of the length takes many times as long.
  test.each(['![', '![a](', '![a](b "', '<img "', '`', '![a][', '![a](b (', '~~~\n', '<!--', '![a\\', '<img a="'])(
    'images are searched for in linear time in much of %j',
    async (piece) => {
      const text = piece.repeat(65_536 / piece.length)
      expect((await extractImages([text], {})).images).toEqual([])
    },
    8_000,
  )
})

/** The requests for an image: those with the token, `/to` for one that the server redirects there. */
async function requestsFor(address: string, server = 'https://github.com', redirect?: string) {
  const requests: [string, boolean][] = []
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    requests.push([url, headers['authorization'] === 'Bearer the-token'])
    const location = url === redirect ? undefined : redirect
    return location ? new Response(null, { status: 302, headers: { location } }) : new Response(null, { status: 404 })
  })
  await extractImages([`<img src="${address}">`], remoteAt(server, 'the-token'))
  vi.unstubAllGlobals()
  return requests
}

const STORE = 'https://github-production-user-asset-6210df.s3.amazonaws.com'
const ASSET = 'https://github.com/user-attachments/assets/1'
test.each<[string, 'asked for with the token' | 'asked for' | 'no']>([
  [ASSET, 'asked for with the token'],
  ['https://user-images.githubusercontent.com/1/2.png', 'asked for'],
  ['https://private-user-images.githubusercontent.com/1/2.png?jwt=x', 'asked for'],
  ['http://user-images.githubusercontent.com/1/2.png', 'no'],
  ['https://user-images.githubusercontent.com:8443/1.png', 'no'],
  ['https://githubusercontent.com.evil.example/1.png', 'no'],
  ['https://evilgithubusercontent.com/1.png', 'no'],
  ['https://camo.githubusercontent.com/1/2', 'no'],
  ['https://github.com/octo/demo/raw/main/a.png', 'no'],
  ['https://github.com/user-attachments/../octo/demo/settings', 'no'],
  ['https://github.com@evil.example/user-attachments/assets/1', 'no'],
  ['https://me:secret@github.com/user-attachments/assets/1', 'no'],
  ['http://github.com/user-attachments/assets/1', 'no'],
  ['http://169.254.169.254/user-attachments/assets/1', 'no'],
  [`${STORE}/1`, 'no'],
  ['data:image/png;base64,AAAA', 'no'],
  ['', 'no'],
])('%s is an attachment: %s', async (address, is) => {
  const all = { 'asked for with the token': [false, true], 'asked for': [false, false], no: [] }
  expect((await requestsFor(address)).map(([, hasToken]) => hasToken)).toEqual(all[is])
})

test('an attachment of another server is known by the address of that server, and the token stays there', async () => {
  const address = 'https://ghe.example/user-attachments/assets/1'
  expect(await requestsFor(address)).toEqual([])
  expect(await requestsFor(address, 'https://ghe.example')).toEqual([[address, false], [address, true]]) // prettier-ignore
  const hops = [[ASSET, false], [`${STORE}/1`, false], [ASSET, true], [`${STORE}/1`, false]] // prettier-ignore
  expect(await requestsFor(ASSET, 'https://github.com', `${STORE}/1`)).toEqual(hops)
})

describe('what is fetched', () => {
  test('an image’s type is detected from its bytes, and at most four are sent, numbered in order', async () => {
    const kinds = {
      png: PNG,
      jpeg: Buffer.from('\xff\xd8\xff\xe0', 'latin1'),
      gif: Buffer.from('GIF89a'),
      webp: Buffer.from('RIFF\x01\x02\x03\x04WEBPVP8 ', 'latin1'),
    }
    const answers = Object.entries(kinds).map(([kind, bytes]) => [`/user-attachments/${kind}.txt`, sends(bytes)])
    await using server = await startServer(Object.fromEntries(answers))
    const image = (kind: string): string => `![x](${server.url}/user-attachments/${kind}.txt)`
    const texts = [`${image('png')} ${image('jpeg')}`, `${image('gif')} ${image('png')} ${image('webp')} ${image('a')}`]
    expect(await extractImages(texts, { ...remoteAt(server.url), before: 2 })).toEqual({
      texts: ['(image 3) (image 4)', '(image 5) (image 3) (image 6) (image)'],
      images: Object.entries(kinds).map(([kind, bytes]) => dataUrl(kind, bytes)),
    })
    expect(server.asked).toHaveLength(4)
  })

  test.each<[string, (out: ServerResponse) => void]>([
    ['is not there', (out) => void out.writeHead(404).end()],
    ['is no image, whatever it says', (out) => void out.writeHead(200, { 'content-type': 'image/png' }).end('<svg/>')],
    ['is too large', sends(Buffer.concat([PNG, Buffer.alloc(5 << 20)]))],
    ['breaks off', (out) => (out.writeHead(200, { 'content-length': '99' }), out.write(PNG), void out.destroy())],
    ['leads in a circle', redirects('/user-attachments/bad')],
  ])('an image is skipped, and others still shown, when it %s', async (_, answer) => {
    await using server = await startServer({ '/user-attachments/bad': answer, '/user-attachments/good': sends(PNG) })
    const text = ['bad', 'good'].map((name) => `![x](${server.url}/user-attachments/${name})`).join(' ')
    expect(await extractImages([text], remoteAt(server.url, 'the-token'))).toEqual({
      texts: ['(image) (image 1)'],
      images: [dataUrl('png', PNG)],
    })
    expect(server.asked.length).toBeLessThan(12)
  })

  test('images are fetched only from attachment addresses, also after redirects', async () => {
    const image = sends(PNG)
    await using other = await startServer({ '/user-attachments/a': image, '/a': image })
    await using server = await startServer({
      '/user-attachments/a': redirects(`${other.url}/user-attachments/a`),
      '/a': image,
    })
    const texts = [`${server.url}/user-attachments/a`, `${server.url}/a`, `${other.url}/user-attachments/a`]
    const shown = await extractImages(
      texts.map((address) => `![x](${address})`),
      remoteAt(server.url, 'the-token'),
    )
    expect([shown.images, server.asked, other.asked]).toEqual([[], ['/user-attachments/a'], []])
  })

  test('in a private repository images are fetched by the signed URLs in the HTML, without the token', async () => {
    const signed = '/private-user-images/7/9-private.png?a=1&jwt=x'
    await using server = await startServer({ [signed]: sends(PNG) })
    const text = `![x](${server.url}/user-attachments/assets/private) ![y](${server.url}/user-attachments/assets/gone)`
    let times = 0
    const rendered = async () => {
      times++
      const evil = '<img src="https://evil.example/private">'
      return [`<p>${evil}<a href="x"><img alt="x" src="${server.url}${signed.replace('&', '&amp;')}"></a></p>`]
    }
    const shown = await extractImages([text], { ...remoteAt(server.url, 'the-token'), rendered })
    expect(shown).toEqual({ texts: ['(image 1) (image)'], images: [dataUrl('png', PNG)] })
    expect(times).toBe(1)
    expect(server.asked.filter((one) => one.includes('private-user-images'))).toEqual([signed])
  })

  test('for a public image the rendered HTML is not requested', async () => {
    await using server = await startServer({ '/user-attachments/a': sends(PNG) })
    const rendered = () => Promise.reject(new Error('asked for'))
    const text = `![x](${server.url}/user-attachments/a)`
    expect((await extractImages([text], { ...remoteAt(server.url), rendered })).images).toHaveLength(1)
  })

  test('an image is requested with the token only if it is not public', async () => {
    const toMembers = (out: ServerResponse, { headers }: IncomingMessage) =>
      headers.authorization ? sends(PNG)(out) : void out.writeHead(404).end()
    await using server = await startServer({
      '/user-attachments/public': sends(PNG),
      '/user-attachments/private': redirects('/user-attachments/stored'),
      '/user-attachments/stored': toMembers,
    })
    const text = ['public', 'private'].map((name) => `![x](${server.url}/user-attachments/${name})`).join(' ')
    expect((await extractImages([text], remoteAt(server.url, 'the-token'))).images).toHaveLength(2)
    expect(server.asked.toSorted()).toEqual([
      '/user-attachments/private',
      '/user-attachments/private Bearer the-token',
      '/user-attachments/public',
      '/user-attachments/stored',
      '/user-attachments/stored Bearer the-token',
    ])
  })
})
