/** Mails as the world sends them, read in the parsing process. */
import { describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readMailJob } from '../../src/platform/incoming-mail/job'
import { afterEachTest } from '../support/after-each'
import { parsing } from '../support/parsing'
import { shelf } from '../support/shelf'

const folders: string[] = []
afterEachTest(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

async function read(raw: string | Buffer, change: { mostFiles?: number; mostText?: number } = {}) {
  const folder = mkdtempSync(join(shelf(), 'mail-'))
  folders.push(folder)
  const path = join(folder, 'mail')
  writeFileSync(path, typeof raw === 'string' ? raw.replace(/\r?\n/g, '\r\n') : raw)
  const parse = parsing.of('company')
  const found = await parse(readMailJob, { path, folder, mostFiles: 20, mostText: 100_000, ...change })
  rmSync(path)
  return (
    found && {
      ...found,
      contents: found.files.map(({ path }) => readFileSync(path, 'latin1')),
      left: readdirSync(folder).length,
    }
  )
}

const latin1 = (text: string) => Buffer.from(text.replace(/\n/g, '\r\n'), 'latin1')
const head =
  'From: Maria <maria@casa.example>\nTo: vendas@loja.example\nSubject: Re: Boleto\nMessage-ID: <m1@casa.example>\n'

describe('the text', () => {
  test.each<[string, string | Buffer, string]>([
    ['plain', `${head}Content-Type: text/plain; charset=utf-8\n\nAmanhã às 10h`, 'Amanhã às 10h'],
    [
      'Latin letters declared as UTF-8',
      latin1(`${head}Content-Type: text/plain; charset=utf-8\n\nAmanhã às 10h`),
      'Amanhã às 10h',
    ],
    ['Latin letters without a declaration', latin1(`${head}\nAmanhã às 10h`), 'Amanhã às 10h'],
    ['UTF-8 without a declaration', `${head}\nAmanhã às 10h`, 'Amanhã às 10h'],
    [
      'UTF-8 declared as Latin letters',
      `${head}Content-Type: text/plain; charset=iso-8859-1\n\nAmanhã às 10h`,
      'Amanhã às 10h',
    ],
    [
      'quoted-printable Latin letters declared as UTF-8',
      `${head}Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nAmanh=E3 =E0s 10h`,
      'Amanhã às 10h',
    ],
    ['an unknown character set', latin1(`${head}Content-Type: text/plain; charset=x-unknown\n\nAmanhã`), 'Amanhã'],
    [
      'Windows letters',
      Buffer.concat([
        latin1(`${head}Content-Type: text/plain; charset=windows-1252\n\n`),
        Buffer.from([0x93, 0x41, 0x94]),
      ]),
      '“A”',
    ],
    [
      'HTML alone',
      `${head}Content-Type: text/html; charset=utf-8\n\n<html><head><style>p{}</style></head><body><p>Amanh&atilde; &agrave;s 10h</p><script>alert(1)</script></body></html>`,
      'Amanhã às 10h',
    ],
    [
      'text beside HTML',
      `${head}Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\nSim\n--b\nContent-Type: text/html\n\n<b>Sim</b>\n--b--\n`,
      'Sim',
    ],
    [
      'a part without an end',
      `${head}Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nSim`,
      'Sim',
    ],
    ['nothing', head, ''],
  ])('%s', async (_, raw, text) => expect((await read(raw))?.text).toBe(text))

  test('is cut at its limit, between letters', async () => {
    const found = await read(`${head}\n${'ã'.repeat(500)}`, { mostText: 100 })
    expect([found?.text.length, found?.isCut]).toEqual([100, true])
  })
})

test('says who wrote, what about, when and in answer to what', async () => {
  const found = await read(
    'From: =?iso-8859-1?Q?Jos=E9_da_Silva?= <jose@casa.example>\nReply-To: outro@casa.example\nSubject: =?utf-8?B?UmU6IEJvbGV0bywgw6Bz?=\n 10h\nDate: Fri, 20 Nov 2026 10:00:00 -0300\nMessage-ID: <m2@casa.example>\nReferences: <a@x.example>\n\t<b@x.example>\n\nSim',
  )
  expect(found).toMatchObject({
    from: { name: 'José da Silva', address: 'jose@casa.example' },
    replyTo: 'outro@casa.example',
    subject: 'Re: Boleto, às 10h',
    sentAt: Date.parse('2026-11-20T13:00:00Z'),
    messageId: 'm2@casa.example',
    references: ['a@x.example', 'b@x.example'],
    isAutomatic: false,
  })
})

test('headers in bare Latin letters are read', async () => {
  const found = await read(latin1('From: João <joao@casa.example>\nSubject: Não recebi\nDate: amanhã\n\nok'))
  expect(found).toMatchObject({ from: { name: 'João' }, subject: 'Não recebi', sentAt: null, messageId: '' })
})

test.each([
  ['Auto-Submitted: auto-replied', true],
  ['Auto-Submitted: no', false],
  ['X-Autoreply: yes', true],
  ['Precedence: bulk', true],
  ['Precedence: auto_reply', true],
  ['X-Auto-Response-Suppress: All', true],
  ['Precedence: first-class', false],
])('%s: automatic %p', async (line, isAutomatic) => {
  expect((await read(`${head}${line}\n\nEstou de férias`))?.isAutomatic).toBe(isAutomatic)
})

describe('files', () => {
  const part = (name: string, content: string) =>
    `--b\nContent-Type: application/pdf; name="${name}"\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${Buffer.from(content).toString('base64')}\n`
  const withParts = (parts: string) =>
    `${head}Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nSegue\n${parts}--b--\n`

  test('become side files', async () => {
    const found = await read(withParts(part('comprovante.pdf', 'pago')))
    expect(found).toMatchObject({ text: 'Segue', contents: ['pago'], leftOut: 0 })
    expect(found?.files).toMatchObject([{ name: 'comprovante.pdf', declared: 'application/pdf', size: 4 }])
  })

  test('of ten thousand the first are kept', async () => {
    const found = await read(withParts(Array.from({ length: 10_000 }, (_, n) => part(`${n}.pdf`, 'x')).join('')))
    expect([found?.files.length, found?.leftOut, found?.left]).toEqual([20, 9_980, 20])
  })

  test('a name leads nowhere', async () => {
    const found = await read(withParts(part('../../../etc/passwd', 'x')))
    expect(found?.left).toBe(1)
  })

  test('a forwarded mail is a file', async () => {
    const found = await read(withParts('--b\nContent-Type: message/rfc822\n\nSubject: dentro\n\nsegredo\n'))
    expect(found?.text).toBe('Segue')
    expect(found?.files).toMatchObject([{ declared: 'message/rfc822' }])
  })

  test('parts within parts without end are refused, not followed', async () => {
    let raw = `${head}Content-Type: multipart/mixed; boundary=b0\n\n`
    for (let n = 0; n < 2_000; n++) raw += `--b${n}\nContent-Type: multipart/mixed; boundary=b${n + 1}\n\n`
    expect(await read(raw)).toBeUndefined()
  })

  test('winmail.dat has its files within it', async () => {
    const attribute = (level: number, id: number, content: Buffer) => {
      const start = Buffer.alloc(9)
      start.writeUInt8(level, 0)
      start.writeUInt32LE(id, 1)
      start.writeUInt32LE(content.length, 5)
      return Buffer.concat([start, content, Buffer.alloc(2)])
    }
    const signature = Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 0])
    const tnef = Buffer.concat([
      signature,
      attribute(1, 0x0006_9003, Buffer.from('mail')),
      attribute(2, 0x0006_9002, Buffer.alloc(14)),
      attribute(2, 0x0001_8010, Buffer.from('CONTRA~1.PDF\0')),
      attribute(2, 0x0006_800f, Buffer.from('conteúdo')),
    ])
    const dat = `--b\nContent-Type: application/ms-tnef; name="winmail.dat"\nContent-Disposition: attachment\nContent-Transfer-Encoding: base64\n\n`
    const found = await read(withParts(`${dat}${tnef.toString('base64')}\n`))
    expect(found?.files).toMatchObject([{ name: 'CONTRA~1.PDF' }])
    const broken = await read(withParts(`${dat}${Buffer.from('nada').toString('base64')}\n`))
    expect(broken?.files).toMatchObject([{ name: 'winmail.dat' }])
  })
})

describe('a delivery report', () => {
  const report = (status: string, original: string) =>
    `From: Mail Delivery System <MAILER-DAEMON@casa.example>\nSubject: Undelivered\nMessage-ID: <d1@casa.example>\nAuto-Submitted: auto-replied\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: text/plain\n\nNot delivered\n--b\nContent-Type: message/delivery-status\n\n${status}\n--b\n${original}\n--b--\n`

  test('names each recipient and what the server said', async () => {
    const status =
      'Reporting-MTA: dns; mx.casa.example\n\nFinal-Recipient: rfc822; maria@casa.example\nOriginal-Recipient: rfc822;maria@casa.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 <maria@casa.example>:\n  user unknown\n\nFinal-Recipient: rfc822; joao@casa.example\nAction: delayed\nStatus: 4.4.1'
    const found = await read(
      report(status, 'Content-Type: text/rfc822-headers\n\nMessage-ID: <tok.1@loja.example>\nSubject: Boleto'),
    )
    expect(found?.reports).toEqual([
      {
        recipient: 'maria@casa.example',
        original: 'maria@casa.example',
        action: 'failed',
        status: '5.1.1',
        words: '550 5.1.1 <maria@casa.example>: user unknown',
      },
      { recipient: 'joao@casa.example', original: '', action: 'delayed', status: '4.4.1', words: '' },
    ])
    expect(found).toMatchObject({ reportedId: 'tok.1@loja.example', files: [] })
  })

  test('may have the whole mail in it', async () => {
    const found = await read(
      report(
        'Final-Recipient: rfc822; x@casa.example\nAction: failed',
        'Content-Type: message/rfc822\n\nMessage-ID:\n <tok.2@loja.example>\n\nBom dia',
      ),
    )
    expect(found?.reportedId).toBe('tok.2@loja.example')
  })
})
