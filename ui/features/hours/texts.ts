/** The company's week and its days off. */
import { defineTexts } from '../../shared/i18n/define'

export const texts = defineTexts('hours', (language) => import(`./texts.${language}.json`), {
  week: {
    title: 'Horário da empresa',
    hint: 'Um fim antes do início vai até o dia seguinte.',
    saved: 'Horários atualizados com sucesso.',
    ofQueues: 'Cada fila tem o próprio horário, na aba Horários da fila.',
    toQueues: 'Ir para Filas',
    none: 'Agora a empresa está sempre aberta: nenhum horário vale.',
    useCompany: 'Usar o horário da empresa',
    toOptions: 'Outras opções',
  },
  absence: {
    missing: 'Fora do horário, quem escreve para {connections} não recebe resposta: falta a mensagem de ausência.',
    write: 'Escrever agora',
    title: 'Mensagem de ausência',
    text: 'Mensagem',
    hint: 'Enviada por {connections} a quem escreve fora do horário, no máximo a cada duas horas.',
    suggested: 'Olá, {firstName}! Agora estamos fechados e respondemos {nextOpening}.',
    saved: 'Mensagem de ausência salva.',
  },
  holidays: {
    title: 'Feriados',
    text: 'Nesses dias nada abre e as campanhas esperam. Um turno que começou na véspera vai até o fim.',
    new: 'Novo feriado',
    national: 'Feriados nacionais',
    addAll: { one: 'Adicionar {count}', other: 'Adicionar {count}' },
    added: { one: '{count} feriado adicionado.', other: '{count} feriados adicionados.' },
    allThere: 'Todos os que ainda vêm neste ano já estão na lista.',
    optional: 'facultativo',
    year: 'Ano',
    saved: 'Feriado {name} salvo.',
    date: 'Data',
    for: 'Para',
    forHint: 'Uma fila pode ter dias de folga só dela.',
    company: 'Toda a empresa',
    empty: 'Nenhum feriado ainda',
    emptyText: 'Os nacionais entram com um clique; os da cidade e as folgas, um a um.',
    delete: {
      title: 'Excluir {name}?',
      text: 'Em {date} vale outra vez o horário de sempre.',
      confirm: 'Excluir feriado',
      done: 'Feriado {name} excluído.',
    },
  },
})
