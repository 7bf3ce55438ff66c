import { defineTexts } from '../../shared/i18n/define'

export const texts = defineTexts('messageCosts', (language) => import(`./texts.${language}.json`), {
  title: 'Custo das mensagens',
  none: 'sem custo',
  free: '{most} grátis: {used} usadas',
  ceiling: '{amount} é o teto do mês',
  of: 'Custo de {name} em {month}: {amount}',
  invoice:
    'Custos pela tabela de preços desta instalação e pelo que a Meta informa em cada mensagem. A fatura da Meta é a que vale.',
  invoiceFrom:
    'Custos pela tabela da Meta de {date} e pelo que ela informa em cada mensagem. A fatura da Meta é a que vale.',
  total: '{month}: *{amount}*',
  back: 'Voltar às conexões',
  noConnection: 'Nenhuma conexão tem custo por mensagem',
  noConnectionText: 'Só o WhatsApp oficial, pela Cloud API da Meta, cobra por mensagem.',
  earlier: 'Mês anterior',
  later: 'Mês seguinte',
  category: { service: 'Respostas', utility: 'Utilidade', marketing: 'Marketing', authentication: 'Autenticação' },
  column: {
    category: 'Categoria',
    free: 'Grátis',
    entry: 'Grátis por anúncio',
    billed: 'Cobradas',
    price: 'Preço agora',
    amount: 'Custo',
  },
  setCeiling: 'Teto do mês',
  ceilingHint: 'Ao chegar a 90% avisamos; no teto, campanhas esperam o mês seguinte. Quem atende continua.',
  ceilingSaved: 'Teto salvo.',
  estimate: { one: '{count} mensagem ≈ {amount}', other: '{count} mensagens ≈ {amount}' },
  estimateFree: { one: '{count} mensagem, grátis', other: '{count} mensagens, grátis' },
  answer: { one: 'Esta resposta: {count} mensagem ≈ {amount}', other: 'Esta resposta: {count} mensagens ≈ {amount}' },
  prices: {
    title: 'Preços das mensagens',
    about:
      'Quanto a Meta cobra por mensagem no WhatsApp oficial, em reais, a partir de cada dia. As empresas veem o custo do mês por esta tabela. O padrão, de 01/10/2026, é a tabela da Meta para o Brasil, com 1.000 respostas grátis por mês e número: confira na Meta, que a revê a cada trimestre.',
    from: 'A partir de',
    freeService: 'Respostas grátis por mês e número',
    add: 'Novos preços',
    edit: 'Editar os preços de {day}',
    remove: 'Excluir os preços de {day}',
    saved: 'Preços salvos.',
    removed: 'Preços excluídos.',
    invalid: 'Um preço com até quatro casas, como 0,0381.',
    whole: 'Um número inteiro, como 1000.',
    empty: 'Sem preços: nenhum custo é mostrado.',
  },
})
