/**
 * SAIR and its equivalents: when they opt out, that the confirmation is sent once and opens no ticket, and opting in
 * again.
 */
import { describe, expect, test } from 'bun:test'
import { optOutCreated, optOutDeleted } from '../../src/outbound/contract'
import { parseWish } from '../../src/outbound/suppression/keywords'
import { isOptedOut } from '../../src/outbound/suppression/opt-outs'
import { mergeAll } from '../../src/tickets/merging/merge'
import { sendUnattended } from '../../src/tickets/sending/send-unattended'
import { LOJA, SALES } from '../support/company-world'
import { world } from '../support/world'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MARIA = '5521996124087'
const GONE = 'Pronto! Você não vai mais receber nossas mensagens de divulgação. Se mudar de ideia, responda VOLTAR.'
const BACK = 'Que bom ter você de volta! Você volta a receber nossas mensagens de divulgação. Para sair, responda SAIR.'

function place() {
  const w = world()
  const contact = w.contact({ number: MARIA, name: 'Maria Alves' })
  const maria = w.whatsapp.person(MARIA, { name: 'Maria Alves' })
  /** An automated message. */
  const sendAutomated = (contactId = contact.id) =>
    w.cx.transaction((cx) =>
      sendUnattended(cx, {
        contactId,
        connectionId: LOJA,
        queueId: null,
        kind: 'chat',
        body: 'Black Friday',
        media: null,
      }),
    )
  const said = () =>
    w
      .rows<{ body: string }>("SELECT body FROM messages WHERE from_me = 1 AND body <> 'Black Friday' ORDER BY id")
      .map(({ body }) => body)
  const isOut = () => isOptedOut(w.db, { contactId: contact.id })
  return { w, contact, maria, sendAutomated, said, isOut }
}

const apart = (table: string): string[] => table.split(/[|\n]/).flatMap((one) => one.trim() || [])

describe('the keywords', () => {
  test.each([
    ...['SAIR', 'sair', 'Sair.', ' *PARAR* ', 'pare!', 'Cancelar inscrição', 'CANCELAR INSCRICAO', 'Descadastrar'],
    ...['STOP', 'stop.', 'Unsubscribe', 'opt-out'],
    ...['BAJA', 'Salir', 'dar de baja', 'cancelar suscripción'],
    ...['ÇIK', 'çık', 'DUR', 'İPTAL', 'iptal'],
    // sentences
    ...[
      'quero sair',
      'n quero mais receber',
      'ñ quero receber mais mensagens',
      'Parar de receber mensagens',
      'quero me desinscrever',
      'cancelar recebimento',
      'quero cancelar o envio de mensagens',
      'não autorizo o envio de mensagens',
      'Eu quero sair.',
      'Quero SAIR!!',
      'queria sair',
      'gostaria de sair',
      'quero sair da lista',
      'SAIR DA LISTA',
    ],
    ...[
      'sair por favor',
      'Por favor, pare',
      'pare, obrigado',
      'parem',
      'parem!!!',
      'Boa tarde, quero sair da lista por favor',
    ],
    ...[
      'me tira da lista',
      'Me tire dessa lista',
      'me tirem da lista de vocês',
      'me remove',
      'me remova da lista de transmissão',
    ],
    ...[
      'pode me tirar da lista?',
      'podem me remover da lista?',
      'quero que me tirem da lista',
      'retire-me da lista',
      'me tira daqui',
    ],
    ...[
      'tira meu número da lista',
      'remova meu contato',
      'retirem o meu número dessa lista',
      'favor retirar meu número da lista',
    ],
    ...[
      'não quero receber',
      'não quero mais receber',
      'nao quero mais receber mensagens',
      'não quero receber mais mensagens de vocês',
    ],
    ...[
      'não quero mais receber essas mensagens',
      'não quero receber mais nada',
      'Não quero mais receber isso',
      'não quero mais mensagens',
    ],
    ...[
      'não quero receber esse tipo de mensagem',
      'não desejo receber promoções',
      'gostaria de não receber mais',
      'prefiro não receber mensagens',
    ],
    ...[
      'não me mande mais mensagem',
      'não me mandem mais nada',
      'nao mande mais msg',
      'não me envie mais',
      'Favor não enviar mais mensagens',
    ],
    ...[
      'não me manda mais isso',
      'não me mande mensagens',
      'não me perturbe mais',
      'não mandem mais propaganda no meu zap',
    ],
    ...[
      'para de mandar mensagem',
      'Pare de me enviar mensagens',
      'parem de mandar isso',
      'pode parar de mandar mensagens',
      'para de me mandar msg',
    ],
    ...[
      'parem com as mensagens',
      'quero parar de receber mensagens',
      'como faço para parar de receber?',
      'como faço pra sair da lista?',
    ],
    ...[
      'chega de mensagem',
      'chega de propaganda!',
      'quero me descadastrar',
      'me descadastra',
      'quero cancelar minha inscrição',
      'quero ser removido',
    ],
    ...[
      'I want to unsubscribe',
      "I'd like to opt out",
      'unsubscribe me please',
      'remove me from your list',
      'take me off this list',
    ],
    ...[
      'stop sending me messages',
      'please stop',
      'Please stop texting me',
      'stop messaging me',
      "don't text me anymore",
      'do not contact me again',
    ],
    ...[
      "I don't want any more messages",
      "I don't want to receive these messages",
      'no more messages please',
      'stop the messages',
    ],
    ...[
      'quiero salir',
      'quiero salir de la lista',
      'sáquenme de la lista',
      'quítame de la lista',
      'bórrenme',
      'quiero darme de baja',
    ],
    ...[
      'no quiero recibir más mensajes',
      'no quiero más mensajes',
      'no me manden más mensajes',
      'no me escriban más',
      'dejen de enviarme mensajes',
    ],
    ...['deja de mandar mensajes por favor', 'basta de mensajes', 'dame de baja', 'no me envíen más publicidad'],
    ...[
      'listeden çıkmak istiyorum',
      'çıkmak istiyorum',
      'beni listeden çıkarın',
      'mesaj istemiyorum',
      'artık mesaj almak istemiyorum',
    ],
    ...[
      'bana mesaj atmayın',
      'bir daha mesaj göndermeyin',
      'lütfen mesaj göndermeyin',
      'bana artık yazmayın',
      'reklam istemiyorum',
    ],
  ])('%p opts out', (text) =>
    expect([parseWish(text)?.wish, parseWish(text)?.by === 'refusal']).toEqual(['out', false]),
  )

  test.each(
    apart(`
      Não tenho interesse, me tira da lista | Não tenho interesse. Me tira da lista. | nao tenho interesse me tira da lista | me tira desse grupo | me remove deste grupo
      não sou cliente, parem de me mandar mensagem | Não quero. Para de mandar mensagem | já tenho internet, não me mande mais mensagens | numero errado, me tira da lista
      pare de me mandar | pare de me encher | pode parar de me chamar | não me chame mais | não me procurem mais | não entrem mais em contato comigo | não quero mais contato
      bloquear mensagens | quero cancelar as mensagens | me deixem em paz | Gentileza me retirar da lista | favor remover meu número | não aceito mais mensagens | pare!!! pare!!!
      boa tarde, não quero mais receber mensagens, obrigado | nunca autorizei isso, me remova da lista | STOP. STOP. | stop contacting me | leave me alone | never text me again | not interested, remove me
      no longer want to receive messages | dejen de molestar | no molesten más | no quiero que me escriban más | baja de la lista | me doy de baja | no me interesa, no me escriban más
      me deixe em paz | deixe-me em paz | não me ligue mais | não perturbe | não me incomode | eu só quero que vocês parem de me mandar mensagens | sim, mas não quero receber mais mensagens | não quero receber nada disso | cancela as mensagens | para de mandar isso, tá me atrapalhando
      ya no me escriban | me pueden dejar de mandar mensajes? | déjenme en paz | borren mi número | basta de molestar | no me llamen más | do not contact me
      abonelikten çık | kampanya istemiyorum | rahatsız etmeyin | ilgilenmiyorum, mesaj atmayın
    `),
  )('%p opts out, too', (text) =>
    expect([parseWish(text)?.wish, parseWish(text)?.by === 'refusal']).toEqual(['out', false]),
  )

  test.each(
    apart(`
      não quero mais | n quero mais | não quero mais isso | bloquear | me bloqueia | vou bloquear | vou denunciar | chega | quero sair do grupo | me tira do grupo | me tira | remover | quit
    `),
  )('%p opts out in answer to an automated message only', (text) =>
    expect(parseWish(text)).toEqual({ wish: 'out', by: 'refusal' }),
  )

  test.each(
    apart(`
      não tenho interesse | não tenho interesse em trocar de plano, só quero o boleto | sem interesse, obrigado | não quero, obrigado | não quero a visita, parem a obra | pode parar o carro ali
      vou parar de faltar | o aparelho parou de funcionar | vou parar de tomar o remédio, tudo bem? | quero remarcar | alta | a velocidade está baixa | baja velocidad | start the router | es muy baja
      quero bloquear meu roteador | bloquear meu wifi | me bloqueia o site | cancelar a visita, obrigado | quero parar de enrolar e fechar logo! | sair de casa mais tarde | quero sair do plano, me liga
      me tira da lista de inadimplentes | não me manda o boleto, paguei | não me liguem depois das 18h | can you cancel my appointment? | when does it end? | stop by at 5? | do not call before 9 | no me llegó el mensaje | la línea está baja
      o roteador não liga mais | não liga mais | não chama mais | não incomoda | não me incomoda | não entra em contato | cancelar promoção | no me manda señal | no me llama | Não pare, adorei! | vou sair hoje à noite | please stop by tomorrow
      hat durdu | internet kesildi | iptal edilen fatura
    `),
  )('%p means something else, too', (text) => expect(parseWish(text)).toBeUndefined())

  test.each(['VOLTAR', 'voltar', 'START', 'Volver', 'BAŞLA'])('%p opts in again', (text) =>
    expect(parseWish(text)).toEqual({ wish: 'in', by: 'word' }),
  )

  test.each([
    'quero sair mais cedo hoje',
    'pode parar de fabricar esse modelo?',
    'Sairá quando?',
    'não vou parar',
    'a bus stop',
    'cancelar',
    'durum nedir',
    'saia',
    '',
    '👍',
    'sair '.repeat(20),
    'a'.repeat(100_000),
    // sentences of customers
    ...[
      'quero sair do plano',
      'cancelar envio do pedido',
      'quero cancelar o recebimento da fatura',
      'não autorizo o envio do técnico',
      'parar de receber boleto',
      'quero sair do plano de 200 mega',
      'quero sair hoje',
      'vou sair',
      'preciso sair agora',
    ],
    ...[
      'não quero sair',
      'como faço para sair?',
      'que horas posso sair?',
      'vou sair da cidade',
      'quero sair da fidelidade',
      'já sai da lista?',
    ],
    ...[
      'me tira uma dúvida',
      'me tira da lista de espera',
      'tira meu nome da nota',
      'tira o ketchup',
      'remova o item 2',
    ],
    ...[
      'tira meu nome do serasa',
      'apaga meu pedido',
      'exclui meu cadastro',
      'retirar na loja',
      'quero retirar meu pedido',
    ],
    ...['não quero', 'não quero mais o produto', 'não quero receber o produto', 'não quero receber isso', 'não recebi'],
    ...[
      'não quero receber o boleto por e-mail',
      'não recebi mensagem',
      'não quero mensagem de voz',
      'não mande ainda',
      'não mande nada',
    ],
    ...[
      'não me mande a nota',
      'não me mande mais boleto',
      'não manda mais?',
      'não enviem hoje',
      'não envie para esse endereço',
    ],
    ...[
      'para de funcionar',
      'para de mandar o boleto',
      'para mim',
      'para',
      'pare o pedido',
      'pode parar de fabricar',
      'parou de mandar sinal',
    ],
    ...[
      'a internet para de funcionar',
      'pare de cobrar',
      'chega hoje?',
      'chega de manhã',
      'cancelar o plano',
      'quero cancelar',
      'cancela',
    ],
    ...[
      'quero cancelar minha internet',
      'quero parar o serviço',
      'como paro de pagar?',
      'como faço para receber mensagens?',
    ],
    ...[
      'I want to stop my plan',
      'stop my order',
      'remove the second item',
      'take me off the waiting list',
      "don't send it today",
    ],
    ...["I don't want the product", 'please stop by tomorrow', 'stop sending the invoice', 'no more questions'],
    ...[
      'quiero salir del plan',
      'no quiero recibir el producto',
      'quiero dar de baja el servicio',
      'quiero darme de baja del servicio',
      'no me mande la factura',
    ],
    ...[
      'sácame una duda',
      'no quiero',
      'salir a las 5',
      'aboneliğimi iptal etmek istiyorum',
      'evden çıkmak istiyorum',
      'ürünü istemiyorum',
      'faturayı göndermeyin',
    ],
  ])('%p means something else', (text) => expect(parseWish(text)).toBeUndefined())
})

describe('a contact with an automated message', () => {
  test('is opted out, gets one confirmation however often they write it, and opens no ticket', () => {
    const { w, contact, maria, sendAutomated, said, isOut } = place()
    const admin = w.admin()
    sendAutomated()
    for (let n = 0; n < 3; n++) maria.says('SAIR')
    expect(isOut()).toBe(true)
    expect(isOptedOut(w.db, { number: MARIA })).toBe(true)
    expect(isOptedOut(w.db, { number: '552196124087' })).toBe(true) // without the ninth digit
    expect(said()).toEqual([GONE])
    expect(w.rows('SELECT status, unread FROM tickets')).toEqual([{ status: 'closed', unread: 0 }])
    expect(admin.heard(optOutCreated).map(({ optOut }) => optOut)).toMatchObject([
      { contactId: contact.id, name: 'Maria Alves', number: MARIA, word: 'SAIR', whatsapp: { id: LOJA }, user: null },
    ])
  })

  test('opts in again with VOLTAR, with a confirmation', () => {
    const { w, maria, sendAutomated, said, isOut } = place()
    const admin = w.admin()
    sendAutomated()
    maria.says('PARAR')
    maria.says('voltar')
    expect(isOut()).toBe(false)
    expect(said()).toEqual([GONE, BACK])
    expect(w.rows('SELECT status FROM tickets')).toEqual([{ status: 'closed' }])
    expect(admin.heard(optOutDeleted)).toHaveLength(1)
    maria.says('voltar') // means something else now
    expect(said()).toEqual([GONE, BACK])
    expect(w.rows("SELECT status FROM tickets WHERE status = 'pending'")).toHaveLength(1)
  })

  test('is opted out in an open ticket too, and neither bot nor greeting answers after it', async () => {
    const { w, maria, sendAutomated, said, isOut } = place()
    await w
      .admin()
      .api.whatsapp({ id: LOJA })
      .put({ greetingMessage: 'Olá!', queueIds: [SALES], enableQueueChatbot: true })
    maria.says('oi')
    const before = said()
    sendAutomated()
    maria.says('stop')
    expect(isOut()).toBe(true)
    expect(said()).toEqual([...before, GONE])
  })

  test('is opted out hours late, without an answer', () => {
    const { w, maria, sendAutomated, said, isOut } = place()
    sendAutomated()
    w.clock.forward(6 * HOUR)
    maria.says('SAIR', { sentAt: w.clock.now() - 5 * HOUR })
    expect(isOut()).toBe(true)
    expect(said()).toEqual([])
    maria.says('SAIR')
    expect(said()).toEqual([GONE])
  })

  test('is opted out within thirty days, on that connection only', () => {
    const { w, contact, maria, sendAutomated, said, isOut } = place()
    const other = w.connection({ name: 'Outra' })
    sendAutomated()
    w.whatsapp.person(MARIA, { connectionId: other.id }).says('SAIR')
    w.clock.forward(31 * DAY)
    maria.says('SAIR')
    expect(isOptedOut(w.db, { contactId: contact.id })).toBe(false)
    expect(isOut()).toBe(false)
    expect(said()).toEqual([])
  })
})

describe('a word that may answer somebody else', () => {
  test('opts nobody out while an attendant talks, and a sentence does', async () => {
    const { w, maria, sendAutomated, isOut } = place()
    const ana = w.admin()
    sendAutomated()
    maria.says('oi')
    await ana.api.tickets({ id: 2 }).put({ status: 'open' })
    w.clock.forward(1_000)
    await ana.api.messages({ id: 2 }).post({ body: 'Quer manter ou sair do plano?' })
    maria.says('sair')
    maria.says('não quero mais')
    expect(isOut()).toBe(false)
    maria.says('não quero mais receber mensagens')
    expect(isOut()).toBe(true)
  })

  test('a refusal opts out in answer to an automated message, and not days later', () => {
    const soon = place()
    soon.sendAutomated()
    soon.maria.says('Não quero mais.')
    expect([soon.isOut(), soon.said()]).toEqual([true, [GONE]])
    const late = place()
    late.sendAutomated()
    late.w.clock.forward(4 * DAY)
    late.maria.says('Não quero mais.')
    expect([late.isOut(), late.said()]).toEqual([false, []])
  })
})

test('hostile texts are read in a moment', () => {
  const begin = performance.now()
  for (const piece of [
    'por favor ',
    'mais ',
    'nao quero mais ',
    'nao ',
    'me tira ',
    'da lista de ',
    'ja ',
    'mensagens ',
    'isso nada ',
    '. ',
    'ok, ',
    'aa',
  ])
    for (const length of [150, 65_536]) parseWish(piece.repeat(length / piece.length))
  expect(performance.now() - begin).toBeLessThan(1_000)
})

test('“parar” in a conversation of their own opts nobody out', () => {
  const { w, maria, said, isOut } = place()
  maria.says('parar')
  expect(isOut()).toBe(false)
  expect(said()).toEqual([])
  expect(w.rows("SELECT 1 FROM tickets WHERE status = 'pending'")).toHaveLength(1)
})

test('an opt-out is kept when two records are merged, and when the contact is deleted', () => {
  const { w, contact, maria, sendAutomated } = place()
  sendAutomated()
  maria.says('SAIR')
  const lid = w.contact({ addresses: [{ kind: 'lid', value: '998877' }] })
  w.cx.transaction((cx) => mergeAll(cx, [contact.id, lid.id]))
  const [kept] = w.rows<{ id: number }>('SELECT id FROM contacts')
  expect(isOptedOut(w.db, { contactId: kept?.id ?? 0 })).toBe(true)
  w.db.$client.prepare('UPDATE opt_outs SET contact_id = NULL').run() // as a deletion leaves it
  expect(isOptedOut(w.db, { number: MARIA })).toBe(true)
  expect(isOptedOut(w.db, { contactId: kept?.id ?? 0 })).toBe(true)
})

describe('the suppression list', () => {
  test('is searched without case and accents', async () => {
    const w = world()
    const admin = w.admin()
    const { id } = w.contact({ name: 'ÉRICA Conceição', number: '5521977770009' })
    await admin.json('/api/opt-outs', 'POST', { number: '5521977770009' })
    for (const [search, count] of [
      ['erica conc', 1],
      ['ÉRICA', 1],
      ['CONCEICAO', 1],
      ['erika', 0],
    ] as const) {
      const answer = await admin.request(`/api/opt-outs?searchParam=${encodeURIComponent(search)}`)
      const { optOuts } = (await answer.json()) as { optOuts: { contactId: number }[] }
      expect([search, optOuts.map(({ contactId }) => contactId)]).toEqual([search, count === 1 ? [id] : []])
    }
  })

  test('accepts numbers, can be searched and paged by cursor, and gives entries up again', async () => {
    const { w } = place()
    const admin = w.admin()
    for (let n = 0; n < 45; n++) {
      w.clock.forward(1)
      await admin.json('/api/opt-outs', 'POST', { number: `55219777700${String(n).padStart(2, '0')}` })
    }
    const page = async (query = '') =>
      (await (await admin.request(`/api/opt-outs?${query}`)).json()) as {
        optOuts: { id: number; number: string; user: { id: number } | null }[]
        count: number
        hasMore: boolean
        next: string | null
      } // the answer of its route
    const first = await page()
    expect(first).toMatchObject({ count: 45, hasMore: true })
    expect(first.optOuts[0]).toMatchObject({ number: '5521977770044', user: { id: expect.any(Number) } })
    const rest = await page(`after=${first.next}`)
    expect(rest).toMatchObject({ hasMore: false, next: null })
    expect(new Set([...first.optOuts, ...rest.optOuts].map(({ id }) => id)).size).toBe(45)
    expect((await page('searchParam=7777-0003')).optOuts.map(({ number }) => number)).toEqual(['5521977770003'])
    const again = await admin.json('/api/opt-outs', 'POST', { number: '(21) 97777-0003' })
    expect(((await again.json()) as { number: string }).number).toBe('5521977770003')
    expect((await page()).count).toBe(45)
    const id = first.optOuts[0]?.id ?? 0
    expect((await admin.request(`/api/opt-outs/${id}`, { method: 'DELETE' })).status).toBe(200)
    expect((await admin.request(`/api/opt-outs/${id}`, { method: 'DELETE' })).status).toBe(404)
    expect(isOptedOut(w.db, { number: '5521977770044' })).toBe(false)
  })
})
