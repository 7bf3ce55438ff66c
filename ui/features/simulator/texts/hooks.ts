/** The receiver of webhooks beside the phones. */
import { defineInTwoLanguages } from '../../../shared/i18n/define'

export const hooks = defineInTwoLanguages('simulator', {
  'pt-BR': {
    hook: {
      title: 'Receptor de webhooks',
      hint: 'Use este endereço em Webhooks. Cada entrega aparece aqui, com a assinatura conferida.',
      answers: 'Resposta do receptor',
      answer: { ok: '200', error: '500', slow: 'Lenta', gone: '410' },
      secret: 'Segredo da assinatura',
      secretKnown: 'Segredo guardado; cole outro para trocar',
      secretNone: 'Cole o segredo (whsec_…)',
      secretSaved: 'Segredo guardado',
      setSecret: 'Usar',
      none: 'Nenhuma entrega chegou ainda.',
      signed: 'assinatura confere',
      fault: {
        headers: 'faltam cabeçalhos',
        age: 'hora antiga ou futura',
        size: 'grande demais',
        signature: 'assinatura não confere',
        noSecret: 'sem segredo para conferir',
      },
      repeated: 'repetida',
      empty: 'Esvaziar',
    },
  },
  en: {
    hook: {
      title: 'Webhook receiver',
      hint: 'Use this address in Webhooks. Each delivery appears here, with its signature checked.',
      answers: 'Response of the receiver',
      answer: { ok: '200', error: '500', slow: 'Slow', gone: '410' },
      secret: 'Signing secret',
      secretKnown: 'Secret stored; paste another one to replace it',
      secretNone: 'Paste the secret (whsec_…)',
      secretSaved: 'Secret stored',
      setSecret: 'Use',
      none: 'No delivery has arrived yet.',
      signed: 'signature valid',
      fault: {
        headers: 'headers missing',
        age: 'too old or too new',
        size: 'too large',
        signature: 'signature invalid',
        noSecret: 'no secret to check with',
      },
      repeated: 'repeated',
      empty: 'Empty',
    },
  },
})
