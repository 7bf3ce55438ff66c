/** Stanzas that the product cannot use, one of each kind. WhatsApp withholds what follows a refused one. */
import type { Stanza } from '../../../../src/simulator/play/contract'

type Whose = {
  /** Id of the stanza. */
  readonly id: string
  /** Epoch seconds. */
  readonly t: number
  /** A customer's number and LID, and our own number. */
  readonly customer: string
  readonly lid: string
  readonly company: string
}

const DAY = 86_400
const GROUP = '120363000000000002@g.us'
/** Bytes that no key opens. */
const sealed = (type: string, attrs: Record<string, string> = {}) => ({
  tag: 'enc',
  attrs: { v: '2', type, ...attrs },
  base64: Buffer.alloc(180, 'sealed').toString('base64'),
})
/** A `Message` with `conversation` "oi". */
const plaintext = { tag: 'plaintext', attrs: {}, base64: Buffer.from([0x0a, 2, 0x6f, 0x69]).toString('base64') }

type Form = { tag?: string; attrs: Record<string, string>; parts?: Stanza['parts'] }

const forms: Readonly<Record<string, (whose: Whose) => Form>> = {
  'a status post': ({ customer, lid }) => ({
    attrs: { from: 'status@broadcast', participant: `${customer}@s.whatsapp.net`, participant_lid: `${lid}@lid` },
    parts: [sealed('skmsg', { mediatype: 'image' })],
  }),
  'a status post by LID': ({ customer, lid }) => ({
    attrs: { from: 'status@broadcast', participant: `${lid}@lid`, participant_pn: `${customer}@s.whatsapp.net` },
    parts: [sealed('pkmsg'), sealed('skmsg')],
  }),
  'an old status post': ({ customer, t }) => ({
    attrs: { from: 'status@broadcast', participant: `${customer}@s.whatsapp.net`, t: String(t - DAY - 60) },
    parts: [sealed('skmsg')],
  }),
  'a status post without an author': () => ({ attrs: { from: 'status@broadcast' }, parts: [sealed('skmsg')] }),
  'our own status post': ({ company }) => ({
    attrs: { from: 'status@broadcast', participant: `${company}@s.whatsapp.net` },
    parts: [sealed('msg')],
  }),
  'our own message to a newsletter': ({ company }) => ({
    attrs: { from: `${company}@s.whatsapp.net`, recipient: '120363000000000001@newsletter' },
    parts: [sealed('msg')],
  }),
  'our own broadcast list': ({ company }) => ({
    attrs: { from: '1700000000@broadcast', participant: `${company}@s.whatsapp.net` },
    parts: [sealed('msg')],
  }),
  'a broadcast list without an author': () => ({ attrs: { from: '1700000000@broadcast' }, parts: [sealed('msg')] }),
  'an undecryptable message of a broadcast list': ({ customer }) => ({
    attrs: { from: '1700000000@broadcast', participant: `${customer}@s.whatsapp.net` },
    parts: [sealed('msg')],
  }),
  'a newsletter’s post': () => ({
    attrs: { from: '120363000000000001@newsletter', server_id: '7' },
    parts: [plaintext],
  }),
  'a newsletter’s undecryptable post': () => ({
    attrs: { from: '120363000000000001@newsletter' },
    parts: [sealed('msg')],
  }),
  'a bot’s message': () => ({ attrs: { from: '867051314767696@bot' }, parts: [sealed('msmsg')] }),
  'a bot’s message in a chat': ({ customer }) => ({
    attrs: { from: `${customer}@s.whatsapp.net` },
    parts: [sealed('msmsg')],
  }),
  'a bot’s message in a group': () => ({
    attrs: { from: GROUP, participant: '867051314767696@bot' },
    parts: [sealed('msmsg')],
  }),
  'a hosted device’s message': ({ customer }) => ({
    attrs: { from: `${customer}:99@hosted` },
    parts: [sealed('pkmsg')],
  }),
  'a message that hosted devices cannot have': ({ customer }) => ({
    attrs: { from: `${customer}@s.whatsapp.net` },
    parts: [{ tag: 'unavailable', attrs: { type: 'hosted_unavailable_fanout' } }],
  }),
  'an unknown kind of address': () => ({ attrs: { from: '15551234@interop' }, parts: [sealed('msg')] }),
  'an address without a server': () => ({ attrs: { from: 'nobody' }, parts: [sealed('msg')] }),
  'a group’s message without an author': () => ({ attrs: { from: GROUP }, parts: [sealed('skmsg')] }),
  'an undecryptable group message': ({ customer }) => ({
    attrs: { from: GROUP, participant: `${customer}@s.whatsapp.net` },
    parts: [sealed('skmsg')],
  }),
  'an undecryptable message': ({ customer }) => ({
    attrs: { from: `${customer}@s.whatsapp.net` },
    parts: [sealed('msg')],
  }),
  'an unknown encryption': ({ customer }) => ({
    attrs: { from: `${customer}@s.whatsapp.net` },
    parts: [sealed('kyber')],
  }),
  'a stranger’s message with a recipient': ({ customer, company }) => ({
    attrs: { from: `${customer}@s.whatsapp.net`, recipient: `${company}@s.whatsapp.net` },
    parts: [sealed('msg')],
  }),
  'an undecryptable message of our own phone to its devices': ({ company }) => ({
    attrs: { from: `${company}@s.whatsapp.net`, category: 'peer' },
    parts: [sealed('msg')],
  }),
  'an undecryptable message of our own phone': ({ company, customer }) => ({
    attrs: { from: `${company}@s.whatsapp.net`, recipient: `${customer}@s.whatsapp.net` },
    parts: [sealed('msg')],
  }),
  'a message without content': ({ customer }) => ({ attrs: { from: `${customer}@s.whatsapp.net` } }),
  'a call of an unknown kind': ({ customer }) => ({
    tag: 'call',
    attrs: { from: `${customer}@s.whatsapp.net` },
    parts: [{ tag: 'never_heard_of', attrs: { 'call-id': 'C1' } }],
  }),
  'a receipt of an unknown kind': ({ customer }) => ({
    tag: 'receipt',
    attrs: { from: `${customer}@s.whatsapp.net`, type: 'never-heard-of' },
  }),
  'a receipt of a newsletter': () => ({ tag: 'receipt', attrs: { from: '1@newsletter', type: 'read' } }),
  'a notification of an unknown kind': ({ customer }) => ({
    tag: 'notification',
    attrs: { from: `${customer}@s.whatsapp.net`, type: 'never-heard-of' },
    parts: [{ tag: 'set', attrs: {} }],
  }),
  'a notification without a kind': () => ({ tag: 'notification', attrs: { from: '@s.whatsapp.net', type: '' } }),
  'a status stanza': ({ customer }) => ({
    tag: 'status',
    attrs: { from: 'status@broadcast', participant: `${customer}@s.whatsapp.net` },
    parts: [sealed('skmsg')],
  }),
  'an unknown stanza': ({ customer }) => ({ tag: 'never_heard_of', attrs: { from: `${customer}@s.whatsapp.net` } }),
}

export const UNUSABLE = Object.keys(forms)

export function unusable(kind: string, whose: Whose): Stanza {
  const form = forms[kind]
  if (!form) throw new Error(`no such kind: ${kind}`)
  const { tag = 'message', attrs, parts = [] } = form(whose)
  const type = tag === 'message' || tag === 'status' ? { type: 'text' } : {}
  return { tag, attrs: { id: whose.id, t: String(whose.t), ...type, notify: 'Ana', ...attrs }, parts }
}
