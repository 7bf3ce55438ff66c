import { defineTexts } from '../../../shared/i18n/define'

/** What Meta says of a template in words, and why one cannot be sent from here. */
export const stateTexts = defineTexts('templates', (language) => import(`./states.${language}.json`), {
  unsupported: {
    carousel: 'Carrossel: cada cartão pede foto e texto próprios, que o Balcão não preenche.',
    offer: 'Oferta por tempo limitado: pede código e hora de fim, que o Balcão não preenche.',
    catalog: 'Catálogo: mostra produtos da Meta, aos quais o Balcão não se liga.',
    flow: 'Formulário (Flow): o Balcão não lê as respostas.',
    order: 'Pedido: cobra dentro do WhatsApp, o que o Balcão não faz.',
    call: 'Ligação: o Balcão não atende ligações do WhatsApp.',
    place: 'Mapa no topo: o Balcão não o preenche.',
    unknown: 'Tem uma parte nova da Meta, que o Balcão não conhece.',
  },
  reason: {
    ABUSIVE_CONTENT: 'A Meta viu ofensa ou abuso no texto.',
    INCORRECT_CATEGORY: 'O texto não é da categoria escolhida.',
    INVALID_FORMAT: 'O formato não segue as regras: confira as variáveis.',
    PROMOTIONAL: 'O texto vende algo, e a categoria não permite.',
    SCAM: 'A Meta viu sinais de golpe no texto.',
    TAG_CONTENT_MISMATCH: 'Idioma ou categoria não combinam com o texto.',
    FIRST_PAUSE: 'Muita gente bloqueou ou denunciou: pausa de 3 horas.',
    SECOND_PAUSE: 'Muita gente bloqueou ou denunciou outra vez: pausa de 6 horas.',
    RATE_LIMITING_PAUSE: 'A Meta freou os envios deste modelo.',
  },
  quality: {
    YELLOW: 'Qualidade média: algumas pessoas bloquearam.',
    RED: 'Qualidade baixa: a Meta pode pausar este modelo.',
  },
  pausedUntil: 'Pausado até {when}',
  moved: 'A Meta mudou de {was} para {category}: o preço é outro.',
})
