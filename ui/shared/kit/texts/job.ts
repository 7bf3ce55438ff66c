import { defineTexts } from '../../i18n/define'

/** What long work says in the corner of every page. */
export const jobTexts = defineTexts('kit', {
  'pt-BR': {
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
  },
  en: {
    job: {
      jobs: 'In progress',
      waiting: 'Waiting to start',
      running: '{done} of {total}',
      counted: '{done} so far',
      done: 'Finished',
      failed: 'Failed',
      stopped: 'Stopped',
      stop: 'Stop',
      dismiss: 'Close {name}',
    },
  },
  es: {
    job: {
      jobs: 'En curso',
      waiting: 'Esperando para empezar',
      running: '{done} de {total}',
      counted: '{done} hasta ahora',
      done: 'Terminado',
      failed: 'Falló',
      stopped: 'Detenido',
      stop: 'Detener',
      dismiss: 'Cerrar {name}',
    },
  },
  tr: {
    job: {
      jobs: 'Sürüyor',
      waiting: 'Başlamayı bekliyor',
      running: '{total} içinden {done}',
      counted: 'Şimdiye kadar {done}',
      done: 'Bitti',
      failed: 'Başarısız oldu',
      stopped: 'Durduruldu',
      stop: 'Durdur',
      dismiss: 'Kapat: {name}',
    },
  },
})
