/** What only says thanks after closing, and what does not. */
import { describe, expect, test } from 'bun:test'
import { MINUTE, SECOND } from '../../../src/platform/time'
import { writeSetting } from '../../../src/settings/settings'
import { ticketUpdated } from '../../../src/tickets/contract'
import { isClosingWords } from '../../../src/tickets/moves/closing-words'
import { company } from '../../bot/support-company'
import { SALES } from '../../support/company-world'

const thanks = [
  ...[
    'vlw mano',
    'Valeu demais, irmão',
    'fico no aguardo',
    'ok, aguardo',
    'certo, vou aguardar',
    'por enquanto é só',
    'joinha',
  ],
  ...[
    'obrigado meu amigo',
    'obrigada pela presteza',
    'excelente atendimento, obrigada',
    'não, só isso',
    'Agradeço a atenção',
  ],
  ...[
    'obrigado',
    'Obrigada!',
    'muito obrigada, boa noite!',
    'Ok, valeu 🙏',
    '👍',
    '🙏🙏',
    '❤️',
    'ok',
    'OK.',
    'okk',
    'Blz',
    'vlw',
  ],
  ...[
    'obrigadaaaa',
    'Valeuuu!!',
    'Perfeito, muito obrigado pela ajuda',
    'certo, obrigada pela atenção',
    'tá bom, obrigado',
  ],
  ...[
    'Muito obrigado, Camila!',
    'não, obrigado',
    'Só isso mesmo, obrigada',
    'show de bola, valeu',
    'Deus abençoe',
    'até amanhã',
  ],
  ...[
    'boa noite e obrigado',
    'Obrigado, um ótimo dia pra vocês',
    'obg kkkk',
    'deu certo, obrigada',
    'Tudo certo 👍',
    'entendi',
  ],
  ...[
    'tchau',
    'igualmente',
    'gracias',
    '¡Muchas gracias!',
    'mil gracias, buenas noches',
    'Listo, gracias',
    'vale',
    'hasta luego',
  ],
  ...[
    'thanks',
    'Thank you so much!',
    'ok thanks',
    'thx',
    'Great, thank you for your help',
    'bye',
    'got it, thanks again',
  ],
  ...['teşekkürler', 'Çok teşekkür ederim', 'TEŞEKKÜRLER', 'sağ olun, iyi günler', 'tamam', 'Tamamdır, teşekkürler'],
]
const requests = [
  ...[
    'obrigado por nada',
    'isso não',
    'só isso não resolve',
    'aguardo o boleto',
    '🖕',
    '😢',
    '🙄',
    '💩',
    '❌',
    '🤷',
    '☎️',
    '🚨',
  ],
  ...[
    'obrigado, mas ainda não funciona',
    'obrigado, mas a nota veio errada',
    'ok, e o boleto?',
    'valeu, quando chega?',
    'oi',
  ],
  ...[
    'bom dia',
    'boa noite',
    'boa tarde',
    'ok 2',
    '1',
    'sim',
    'não',
    'ainda não funcionou',
    'não deu certo',
    'não entendi',
  ],
  ...[
    'obrigado, preciso de outra coisa',
    'ok vou pagar',
    'quero cancelar',
    'obrigada, manda a segunda via',
    '😡',
    '👎',
    '?',
    '👍?',
  ],
  ...[
    'internet caiu de novo',
    'ok, mas está lento',
    'não está tudo bem',
    'gracias, pero no funciona',
    'hola',
    'no funciona',
  ],
  ...[
    'gracias, ¿cuándo llega?',
    'thanks, but it still does not work',
    'ok so what now',
    'not good',
    'hello',
    'good evening',
  ],
  ...[
    'teşekkürler ama çalışmıyor',
    'merhaba',
    'iyi günler',
    'tamam ne zaman gelir',
    'tamam değil',
    '',
    '.',
    '!!!',
    'obrigado '.repeat(30),
  ],
]

const apart = (table: string): string[] => table.split(/[|\n]/).flatMap((one) => one.trim() || [])
const endings = apart(`
  voltou, obrigado | resolvido, valeu | era isso | 👍 | ok obrigada bjs | a internet voltou, muito obrigada |
  voltou aqui obg | já voltou, obrigada | deu certo aqui, valeu! | valeu, nota 10 | 100% | obrigado, 100% | kkkkk |
  obrigadaa bjsss | show valeu tmj | ok grata | muito obrigada pela atenção, Deus abençoe vocês |
  obrigado pela ajuda rápida | era só isso mesmo, obrigado | não, era só isso | não, só isso mesmo |
  tudo resolvido, obrigado | resolveu meu problema, obrigado | pode encerrar | pode finalizar, obrigada |
  tenha um bom dia | bom fim de semana | igualmente, obrigado | amém, obrigada | vlw flw | flw | falou | tá ok |
  Ok.. obrigado | que bom, obrigado | agradeço o retorno | fico grata pela atenção | obrigada vc | de nada |
  eu que agradeço | gracias, ya funciona | listo, muchas gracias | thanks, it's working now | that's all, thanks |
  teşekkür ederim, çözüldü | sağolun iyi çalışmalar
`)
const beginnings = apart(`
  voltou a cair | voltou mas lenta | voltou o problema | a internet não voltou | não funcionou | já voltou |
  já resolveram | vocês já resolveram | deu errado | deu certo não | ok, e o técnico | tá, mas quando |
  show, e a fatura | perfeito, manda o boleto | tudo certo com minha fatura | beleza e aí | lista | nota |
  suporte | atendimento | informações | ajuda | ok ajuda | ok suporte | ok a visita | muito ruim |
  bom dia pessoal | a informação | caiu | parou | parou de funcionar | obrigado, porém continua | voltou e caiu |
  consegui nao | nao consegui | não consegui acessar | obrigado vou verificar e retorno | paguei | já paguei |
  segue comprovante | ok segue o comprovante | tchau internet ruim | nao quero mais | cancelar |
  obrigado pela demora | obrigado pela informação errada | até quando | até que horas | por que | ta lenta |
  tá caindo | tudo parado | top demais mas caiu | a luz voltou mas a internet não | oi tudo bem | opa beleza |
  tudo bem com vc | no era eso | todavía no | ya volvió pero lento | not working | still down | it is not working |
  thanks but no | düzelmedi | internet gelmedi | hala çalışmıyor | tamam ama | nao era isso |
  era isso que eu temia | ok 2 | valeu 50 reais | nota fiscal | nota 2 | obrigado, nota 2
`)

test.each([...thanks, ...endings])('"%s" only says thanks', (body) => {
  expect(isClosingWords({ kind: 'chat', body }, ['Camila Souza'])).toBe(true)
})
test.each([...requests, ...beginnings])('"%s" is a new request', (body) => {
  expect(isClosingWords({ kind: 'chat', body }, ['Camila Souza'])).toBe(false)
})
test('the longest message is read in a moment', () => {
  const begin = performance.now()
  for (const piece of ['obrigado ', 'aaaa', '🙏', 'kk ', 'a\u0301', 'pela ajuda ', ' ', '100% '])
    for (const length of [200, 65_536]) isClosingWords({ kind: 'chat', body: piece.repeat(length / piece.length) })
  expect(performance.now() - begin).toBeLessThan(1_000)
})
test('a sticker says thanks; a picture, a voice note, a file and a place do not', () => {
  expect(isClosingWords({ kind: 'sticker', body: '' })).toBe(true)
  for (const kind of ['image', 'ptt', 'document', 'location'] as const)
    expect(isClosingWords({ kind, body: 'obrigado' })).toBe(false)
})

/** A conversation that an attendant has just closed. */
async function closed() {
  const made = await company()
  const { w, ana, maria, said } = made
  maria.says('oi')
  await ana.api.tickets({ id: 1 }).put({ status: 'open', queueId: SALES })
  await ana.api.tickets({ id: 1 }).put({ status: 'closed' })
  said()
  w.clock.forward(30 * SECOND)
  return { ...made, tickets: () => w.rows('SELECT id, status, unread FROM tickets ORDER BY id') }
}
const alone = [{ id: 1, status: 'closed', unread: 0 }]

describe('after closing', () => {
  test('thanks are stored on the closed ticket: no ticket, no bot, nothing unread', async () => {
    const { w, ana, maria, said, tickets } = await closed()
    for (const text of ['obrigado!', 'Ok, valeu 🙏', '👍']) maria.says(text)
    maria.says('', { kind: 'sticker' })
    expect(tickets()).toEqual(alone)
    expect(said()).toEqual([])
    expect(w.rows('SELECT count(*) AS n FROM messages WHERE ticket_id = 1 AND from_me = 0')).toEqual([{ n: 5 }])
    expect(ana.heard(ticketUpdated).at(-1)).toMatchObject({ ticket: { id: 1, status: 'closed' } })
  })

  test('a request opens a ticket, and so do thanks in an open one’s place later on', async () => {
    const { w, maria, tickets } = await closed()
    maria.says('obrigado, mas a nota veio errada')
    expect(tickets()).toHaveLength(2)
    const other = await closed()
    other.w.clock.forward(10 * MINUTE)
    other.maria.says('obrigado!')
    expect(other.tickets()).toHaveLength(2)
    expect(w.ticketNow(2)).toMatchObject({ status: 'pending' })
  })

  test('the company chooses how long, and 0 turns it off', async () => {
    const off = await closed()
    writeSetting(off.w.db, 'thanksAfterClosing', '0')
    off.maria.says('obrigado!')
    expect(off.tickets()).toHaveLength(2)
    const long = await closed()
    writeSetting(long.w.db, 'thanksAfterClosing', '60')
    long.w.clock.forward(50 * MINUTE)
    long.maria.says('obrigado!')
    expect(long.tickets()).toEqual(alone)
  })

  test('what answers a message that we sent since is no thanks for the conversation', async () => {
    const { w, maria, tickets } = await closed()
    w.rows(
      `INSERT INTO messages (contact_id, connection_id, from_me, kind, body, ack, created_at)
       VALUES (1, 1, 1, 'chat', 'Podemos ir às 14 h?', 2, ?) RETURNING id`,
      w.clock.now(),
    )
    maria.says('ok')
    expect(tickets()).toHaveLength(2)
  })
})
