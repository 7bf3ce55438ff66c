import { defineTexts } from '../../i18n/define'

/** What long work says in the corner of every page. */
export const jobTexts = defineTexts('kit', (language) => import(`./job.${language}.json`), {
  job: {
    jobs: 'Em andamento',
    waiting: 'Esperando para começar',
    running: '{done} de {total}',
    counted: '{done} até agora',
    done: 'Terminou',
    failed: 'Não deu certo',
    stopped: 'Parado',
    stop: 'Parar',
    dismiss: 'Fechar {name}',
  },
})
