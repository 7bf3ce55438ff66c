/** Formatted text: what the server keeps of anybody's HTML, and what a mail program gets. */
import { describe, expect, test } from 'bun:test'
import { htmlOfText } from '../../src/features/email/formatted/contract'
import { mailOf } from '../../src/features/email/formatted/mail'
import { sanitise } from '../../src/features/email/formatted/sanitise'
import { plainTextOf } from '../../src/features/email/formatted/text'

describe('sanitising', () => {
  test.each([
    ['<p>Olá, <b>Zé</b> &amp; <i>cia</i></p>', '<p>Olá, <strong>Zé</strong> &amp; <em>cia</em></p>'],
    ['<h1>Aviso</h1><div style="color:red" onclick="x()">Bom dia</div>', '<h2>Aviso</h2><p>Bom dia</p>'],
    ['<script>alert(1)</script><p>a</p><style>p{display:none}</style>', '<p>a</p>'],
    ['<p>a<img src=x onerror=alert(1)><svg onload=alert(1)></svg></p>', '<p>a</p>'],
    [
      '<a href="https://loja.example/a?b=1&c=2" target=_blank onclick=x>site</a>',
      '<a href="https://loja.example/a?b=1&amp;c=2">site</a>',
    ],
    ['<a href="mailto:ana@loja.example">ana</a>', '<a href="mailto:ana@loja.example">ana</a>'],
    ['<a href="javascript:alert(1)">a</a> <a href="https://b.example">b</a>', 'a <a href="https://b.example/">b</a>'],
    ['<a href=" jAvA\tscript:alert(1)">a</a>', 'a'],
    ['<a href="data:text/html,<script>alert(1)</script>">a</a>', 'a'],
    ['<a href="//loja.example">a</a><a href="/conta">b</a><a>c</a>', 'abc'],
    ['<a href="https://loja.example/{{name}}">a</a>', '<a href="https://loja.example/%7B%7Bname%7D%7D">a</a>'],
    ['<p>{{firstName}}</p>', '<p>{{firstName}}</p>'],
    ['<p>1 < 2 &lt;b&gt;</p>', '<p>1 &lt; 2 &lt;b&gt;</p>'],
    ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>', ''],
    ['<p> &nbsp; <br></p>', ''],
    ['<iframe src="https://x.example"></iframe><form action=x><input value=a>b</form>', 'b'],
    ['<!--[if mso]><p>x</p><![endif]--><p class=MsoNormal>a<o:p></o:p></p>', '<p>a</p>'],
  ])('%j', (typed, kept) => expect(sanitise(typed)).toBe(kept))

  test('sanitising again changes nothing', () => {
    const once = sanitise('<p>a &lt;img src=x onerror=y&gt; <a href="https://x.example/?a=%22&b=\'">b</a></p>')
    expect(sanitise(once)).toBe(once)
  })
})

describe('plain text', () => {
  test.each([
    ['<p>Olá</p><p>tudo bem?</p>', 'Olá\n\ntudo bem?'],
    ['<p>um<br>dois</p>', 'um\ndois'],
    ['<h2>Aviso</h2><ul><li><p>pão</p></li><li>leite</li></ul><p>fim</p>', 'Aviso\n\n- pão\n- leite\n\nfim'],
    ['<ol><li>um<ul><li>a</li></ul></li><li>dois</li></ol>', '1. um\n  - a\n2. dois'],
    ['<p><a href="https://loja.example/">nossa loja</a></p>', 'nossa loja (https://loja.example/)'],
    ['<p><a href="https://loja.example/">loja.example</a></p>', 'loja.example'],
    ['<p><a href="mailto:a@b.example">a@b.example</a></p>', 'a@b.example'],
    ['<p>R$&nbsp;10 &lt; R$&nbsp;20 &amp; fim</p>', 'R$ 10 < R$ 20 & fim'],
  ])('%j', (html, text) => expect(plainTextOf(html)).toBe(text))

  test('becomes HTML without becoming tags', () => {
    expect(htmlOfText('a <b>\nc\n\nd & e')).toBe('<p>a &lt;b&gt;<br>c</p><p>d &amp; e</p>')
  })
})

describe('the mail', () => {
  const letter = { subject: 'Oi', message: 'Bom dia', html: null, signature: null, language: 'pt-BR' }

  test('without formatting and signature it is plain text', () => {
    expect(mailOf(letter)).toEqual({ subject: 'Oi', text: 'Bom dia' })
  })

  test('has its look at its tags, and the signature once in each part', () => {
    const { text, html = '' } = mailOf({ ...letter, html: '<p>Bom <strong>dia</strong></p>', signature: '<p>Ana</p>' })
    expect(text).toBe('Bom dia\n\n-- \nAna')
    expect(html).toContain('<p style="margin:0 0 1em">Bom <strong>dia</strong></p>')
    expect(html.match(/Ana/g)).toHaveLength(1)
    expect(html).not.toMatch(/<(?:style|script|link|img)/)
  })

  test('keeps blank lines, and items beside their bullets', () => {
    const { html = '' } = mailOf({ ...letter, html: '<p>a</p><p></p><ul><li><p>b</p></li></ul>' })
    expect(html).toContain('<p style="margin:0 0 1em">&nbsp;</p>')
    expect(html).toContain('<li style="margin:0 0 .25em"><p style="margin:0">b</p></li>')
  })

  test('a plain text with a signature keeps its lines', () => {
    expect(mailOf({ ...letter, message: 'a < b\nc', signature: '<p>Ana</p>' }).html).toContain('a &lt; b<br>c</p>')
  })
})
