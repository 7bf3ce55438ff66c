/** The receiver of webhooks beside the phones. */
import { defineInTwoLanguages } from '../../../shared/i18n/define'

export const hooks = defineInTwoLanguages('simulator', (language) => import(`./hooks.${language}.json`), {
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
})
