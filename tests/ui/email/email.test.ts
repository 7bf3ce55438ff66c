/** Texts and suggestions of the e-mail screens. */
import { expect, test } from 'bun:test'
import type { Email, EmailRecipient } from '../../../src/features/email/contract'
import { suggestAddress } from '../../../ui/features/email/suggest'
import { emailWords, recipientWords } from '../../../ui/features/email/words'
import { formatOf } from '../../../ui/shared/i18n/format'
import { textIn } from '../support/texts'

test.each([
  ['marcia@hotmial', 'marcia@hotmail.com'],
  ['marcia@hotmial.com', 'marcia@hotmail.com'],
  ['ana@gmail', 'ana@gmail.com'],
  ['ana@gmail,com', 'ana@gmail.com'],
  ['ana @gmial.com', 'ana@gmail.com'],
  ['ana@yaho.com.br', 'ana@yahoo.com.br'],
  ['Ana <ana@gmial.com>', 'ana@gmail.com'],
])('%s may be %s', (typed, better) => expect(suggestAddress(typed)).toBe(better))

test.each(['ana@gmail.com', 'ana@loja.example', 'ana', 'ana@', '@gmail', 'a@b@gmail', '', 'ana@santanna.com.br'])(
  'nothing is offered for %j',
  (typed) => expect(suggestAddress(typed)).toBeUndefined(),
)

const at = '2026-03-02T17:07:00.000Z'
const email: Email = {
  id: 1,
  subject: 'Boleto',
  sender: 'a@loja.example',
  message: '',
  user: { id: 1, name: 'Ana' },
  state: 'done',
  sendAt: at,
  recipients: 4,
  sent: 3,
  failed: 1,
  unknown: 0,
  files: 0,
  answers: 0,
  unread: 0,
  failure: 'recipient',
  answer: null,
  nextAt: null,
  updatedAt: at,
}
const copy: EmailRecipient = {
  id: 1,
  email: 'a@loja.example',
  state: 'sent',
  failure: null,
  answer: null,
  tries: 1,
  nextAt: null,
  sentAt: at,
}

test('counts are shown as text, with the reason of a failure', async () => {
  const t = await textIn('pt-BR')
  const said = (change: Partial<Email>) => {
    const { tone, state, why } = emailWords(t, formatOf('pt-BR', 'America/Sao_Paulo', t), { ...email, ...change })
    return why === undefined ? `${tone} ${state}` : `${tone} ${state}: ${why}`
  }
  const one = { recipients: 1, sent: 0, failed: 0 }
  expect(said({})).toBe('warn 3 de 4 enviados: O servidor recusou o endereço')
  expect(said({ sent: 4, failed: 0, failure: null })).toBe('ok 4 de 4 enviados')
  expect(said({ sent: 0, failed: 4 })).toBe('bad 0 de 4 enviados: O servidor recusou o endereço')
  expect(said({ ...one, sent: 1, failure: null })).toBe('ok Enviado')
  expect(said({ ...one, failed: 1 })).toBe('bad Falhou: O servidor recusou o endereço')
  expect(said({ ...one, unknown: 1, failure: 'interrupted' })).toContain('warn Sem confirmação: O Balcão parou')
  expect(said({ state: 'scheduled' })).toBe('wait Agendado')
  expect(said({ state: 'sending', failure: null })).toBe('wait Enviando')
  expect(said({ state: 'sending', nextAt: at, failure: 'unreachable' })).toBe(
    'warn Nova tentativa às 14:07: O servidor não respondeu',
  )
})

test('a refused login says what to do, and other failures stay as they are', async () => {
  const t = await textIn('pt-BR')
  const why = (change: Partial<EmailRecipient>) =>
    recipientWords(t, formatOf('pt-BR', 'America/Sao_Paulo', t), { ...copy, state: 'failed', ...change }).why
  const answer = '534-5.7.9 Application-specific password required. gsmtp'
  expect(why({ failure: 'login', answer })).toStartWith('O Google pede uma senha de app')
  expect(why({ failure: 'login', answer: null })).toBe('O servidor recusou o usuário ou a senha')
  expect(why({ failure: 'recipient', answer })).toBe('O servidor recusou o endereço')
})

test('a copy sent at a later try is marked as such', async () => {
  const t = await textIn('pt-BR')
  const said = (change: Partial<EmailRecipient>) =>
    recipientWords(t, formatOf('pt-BR', 'America/Sao_Paulo', t), { ...copy, ...change })
  expect(said({ tries: 2 })).toEqual({ tone: 'ok', state: 'Enviado', why: 'na 2ª tentativa, 14:07' })
  expect(said({})).toMatchObject({ tone: 'ok', why: undefined })
  expect(said({ state: 'queued', nextAt: at, failure: 'recipient' }).state).toBe('Nova tentativa às 14:07')
})
