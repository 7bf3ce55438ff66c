import { defineTexts } from '../../../shared/i18n/define'

/** The bell, which is on every page. */
export const bellTexts = defineTexts('tasks', (language) => import(`./bell.${language}.json`), {
  bell: {
    count: { one: '{count} tarefa na hora', other: '{count} tarefas na hora' },
    title: 'Tarefas na hora',
    seen: 'Já vi {text}',
    done: 'Concluir {text}',
    open: 'Abrir a tarefa {text}',
    allSeen: 'Já vi todas',
    none: 'Nenhuma tarefa na hora',
  },
})
