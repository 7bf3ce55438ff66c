/** File names as servers give them. */
import { describe, expect, test } from 'bun:test'
import { nameInAddress, nameInDisposition, withEnding } from '../../src/platform/file-names'

/** A header's bytes as Node hands them over. */
const bytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

describe('the name in a Content-Disposition header', () => {
  test.each([
    [`attachment; filename="Orcamento.pdf"; filename*=UTF-8''Or%C3%A7amento.pdf`, 'Orçamento.pdf'],
    [`attachment; filename*=UTF-8''Or%C3%A7amento.pdf; filename="Orcamento.pdf"`, 'Orçamento.pdf'],
    [`ATTACHMENT; FILENAME*=utf-8'pt-BR'Or%C3%A7amento.pdf`, 'Orçamento.pdf'],
    [`attachment; filename*="UTF-8''Or%C3%A7amento.pdf"`, 'Orçamento.pdf'],
    [`attachment; filename*=iso-8859-1''Or%E7amento.pdf`, 'Orçamento.pdf'],
    [`attachment;filename*=UTF-8''a%20b%3B%20c.pdf`, 'a b; c.pdf'],
    [`attachment; filename*=UTF-8''Or%E7amento.pdf; filename="Orcamento.pdf"`, 'Orcamento.pdf'],
    [`attachment; filename*=nota.pdf`, 'nota.pdf'],
    [`attachment; filename="nota fiscal.pdf"`, 'nota fiscal.pdf'],
    [`attachment; filename=nota fiscal.pdf`, 'nota fiscal.pdf'],
    [`inline; filename = "a;b.pdf" ; size=3`, 'a;b.pdf'],
    [`attachment; filename="a\\"b\\".pdf"`, 'a"b".pdf'],
    [`attachment; filename="C:\\notas\\nota.pdf"`, 'nota.pdf'],
    [`attachment; filename="../../etc/nota.pdf"`, 'nota.pdf'],
    [`attachment; filename*=UTF-8''..%2F..%2Fetc%2Fnota.pdf`, 'nota.pdf'],
    [bytes(`attachment; filename="Orçamento.pdf"`), 'Orçamento.pdf'],
    [`attachment; filename="Or\u00e7amento.pdf"`, 'Orçamento.pdf'],
    [`attachment; filename="Or%C3%A7amento.pdf"`, 'Orçamento.pdf'],
    [`attachment; filename="100% certo.pdf"`, '100% certo.pdf'],
    [`attachment; filename="=?UTF-8?B?T3LDp2FtZW50by5wZGY=?="`, 'Orçamento.pdf'],
    [`attachment; filename="=?utf-8?Q?Or=C3=A7amento_novo.pdf?="`, 'Orçamento novo.pdf'],
    [`attachment; filename="=?UTF-8?Q?Or=C3=A7a?= =?UTF-8?Q?mento.pdf?="`, 'Orçamento.pdf'],
    [`attachment; filename*0*=UTF-8''Or%C3%A7a; filename*1="mento.pdf"`, 'Orçamento.pdf'],
    [`attachment; filename*0="nota "; filename*1="fiscal.pdf"`, 'nota fiscal.pdf'],
    [`attachment; name="filename=x.pdf; filename=y.pdf"; filename="z.pdf"`, 'z.pdf'],
    [`filename="nota.pdf"`, 'nota.pdf'],
    [`attachment; filename="nota.pdf`, 'nota.pdf'],
    [`attachment`, undefined],
    [`attachment; filename=""`, undefined],
    [`attachment; filename="."`, undefined],
    [``, undefined],
    [null, undefined],
  ])('%s', (header, name) => expect(nameInDisposition(header)).toBe(name))

  test('is read in no time, however long the header', () => {
    const began = performance.now()
    for (const part of ['filename*0*=', '"\\', ';a=', '=?UTF-8?Q?=', '%C3'])
      nameInDisposition(`attachment; filename="${part.repeat(8_000)}`)
    expect(performance.now() - began).toBeLessThan(1_000)
  })
})

test.each([
  ['https://a.example/notas/nf.pdf?x=1#y', 'nf.pdf'],
  ['https://a.example/Or%C3%A7amento%20novo.pdf', 'Orçamento novo.pdf'],
  ['https://a.example/100%25.pdf', '100%.pdf'],
  ['https://a.example/a%2Fb.pdf', 'b.pdf'],
  ['https://a.example/%E7.pdf', '%E7.pdf'],
  ['https://a.example/file/', 'file'],
  ['https://a.example/', undefined],
])('the name at the end of %s', (url, name) => expect(nameInAddress(url)).toBe(name))

test.each([
  ['file', 'pdf', 'file.pdf'],
  ['nf.pdf', 'pdf', 'nf.pdf'],
  ['NF.PDF', 'pdf', 'NF.PDF'],
  ['foto.jpeg', 'jpg', 'foto.jpeg'],
  ['boleto.php', 'pdf', 'boleto.pdf'],
  ['Boleto.ASPX', 'pdf', 'Boleto.pdf'],
  ['Relatório v1.2', 'pdf', 'Relatório v1.2.pdf'],
  ['fatura 2026.11', 'pdf', 'fatura 2026.11.pdf'],
  ['contrato.final', 'docx', 'contrato.final.docx'],
  ['nota.', 'pdf', 'nota.pdf'],
  ['modelo.glb', 'glb', 'modelo.glb'],
  ['dados', null, 'dados'],
  [`${'a'.repeat(200)}`, 'pdf', `${'a'.repeat(196)}.pdf`],
])('%s of type %s is named %s', (name, ending, named) => expect(withEnding(name, ending)).toBe(named))
