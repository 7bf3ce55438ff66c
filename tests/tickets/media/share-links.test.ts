/** Share links of clouds, and the files that they mean. */
import { expect, test } from 'bun:test'
import { directAddress } from '../../../src/tickets/media/share-links'

const ID = '1AbCdEfGhIjKlMnOpQrStUvWxYz012345'

test.each([
  [`https://drive.google.com/file/d/${ID}/view?usp=sharing`, `https://drive.google.com/uc?export=download&id=${ID}`],
  [`https://drive.google.com/file/u/0/d/${ID}/view`, `https://drive.google.com/uc?export=download&id=${ID}`],
  [`https://drive.google.com/open?id=${ID}`, `https://drive.google.com/uc?export=download&id=${ID}`],
  [
    `https://drive.google.com/file/d/${ID}/view?resourcekey=0-abcdefghijk`,
    `https://drive.google.com/uc?export=download&id=${ID}&resourcekey=0-abcdefghijk`,
  ],
  [
    `https://docs.google.com/document/d/${ID}/edit?usp=sharing`,
    `https://docs.google.com/document/d/${ID}/export?format=pdf`,
  ],
  [
    `https://docs.google.com/spreadsheets/d/${ID}/edit#gid=0`,
    `https://docs.google.com/spreadsheets/d/${ID}/export?format=xlsx`,
  ],
  ['https://www.dropbox.com/s/abc123/boleto.pdf?dl=0', 'https://www.dropbox.com/s/abc123/boleto.pdf?dl=1'],
  [
    'https://www.dropbox.com/scl/fi/abc/boleto.pdf?rlkey=xyz&dl=0',
    'https://www.dropbox.com/scl/fi/abc/boleto.pdf?rlkey=xyz&dl=1',
  ],
  ['https://loja.sharepoint.com/:b:/g/abc?e=x', 'https://loja.sharepoint.com/:b:/g/abc?e=x&download=1'],
])('%s is the file %s', (shared, direct) => {
  expect(directAddress(shared)).toBe(direct)
  expect(directAddress(direct)).toBe(direct)
})

test.each([
  'https://example.com/a.pdf',
  'https://drive.google.com/drive/folders/abc',
  'https://drive.google.com/file/d/../x/view',
  'https://drive.google.com.evil.example/file/d/1AbCdEfGhIjKlMnOpQr/view',
  'https://docs.google.com/forms/d/e/abc/viewform',
  'https://www.dropbox.com/home',
  'https://1drv.ms/b/s!abc',
])('%s stays as it is', (url) => {
  expect(directAddress(url)).toBe(url)
})
