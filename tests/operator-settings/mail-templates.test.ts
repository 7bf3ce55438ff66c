import { describe, expect, test } from 'bun:test'
import { invoiceMail } from '../../src/features/billing/mail-templates'
import { fillMail } from '../../src/settings/mail-templates/contract'
import { writeMail } from '../../src/settings/mail-templates/templates'
import { world } from '../support/world'

const address = '/api/operator-settings/mails/invoice/pt-BR'

describe('mail templates', () => {
  test('are the product’s own until the operator words them anew, and again when taken back', async () => {
    const w = world()
    const operator = w.admin({ super: true })
    const { control } = w.server.databases
    const subject = () => writeMail(control, invoiceMail, 'pt-BR', { when: 'vence hoje', amount: 'R$ 1,00' }).subject
    expect(subject()).toBe('Sua fatura vence hoje: R$ 1,00')
    const words = { subject: 'Oi: {{amount}}', body: 'Pague {{amount}}, {{company}}.' }
    const answer = await operator.json(address, 'PUT', words)
    const { mails } = (await answer.json()) as { mails: { kind: string; language: string; isDefault: boolean }[] }
    expect(mails.filter(({ isDefault }) => !isDefault)).toMatchObject([
      { kind: 'invoice', language: 'pt-BR', ...words },
    ])
    expect(subject()).toBe('Oi: R$ 1,00')
    expect((await operator.request(address, { method: 'DELETE' })).status).toBe(200)
    expect(subject()).toBe('Sua fatura vence hoje: R$ 1,00')
  })

  test('refuse a variable that does not exist, an empty text and others than the operator', async () => {
    const w = world()
    const operator = w.admin({ super: true })
    const wrong = await operator.json(address, 'PUT', { subject: '{{amont}}', body: 'x' })
    for (const name of ['constructor', '__proto__'])
      expect((await operator.json(address, 'PUT', { subject: `{{${name}}}`, body: 'x' })).status).toBe(400)
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { details: [{ field: 'subject' }] }])
    expect((await operator.json(address, 'PUT', { subject: 'x', body: ' ' })).status).toBe(400)
    expect(
      (await operator.json('/api/operator-settings/mails/none/en', 'PUT', { subject: 'x', body: 'x' })).status,
    ).toBe(404)
    expect((await w.company('Outra').admin().request('/api/operator-settings/mails')).status).toBe(403)
  })

  test('read a text of any signs at once', () => {
    const since = performance.now()
    expect(fillMail({ subject: 'x', body: `{{${' '.repeat(4990)}` }, {}).text).toHaveLength(4992)
    expect(fillMail({ subject: '{{ a }}', body: '{{a}}' }, { a: 'x' })).toEqual({ subject: 'x', text: 'x' })
    expect(performance.now() - since).toBeLessThan(1000) // it took 13 seconds
  })

  test('end a line where its last variable is empty, and keep a subject on one line', () => {
    const words = { subject: '{{a}} b', body: 'Entre em: {{link}}\n\n{{a}}' }
    expect(fillMail(words, { a: 'x\ny', link: '' })).toEqual({ subject: 'x y b', text: 'Entre em.\n\nx\ny' })
    expect(fillMail(words, { a: 'x', link: 'https://a.example' }).text).toBe('Entre em: https://a.example\n\nx')
  })
})
