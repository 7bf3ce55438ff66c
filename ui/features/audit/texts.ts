/** The audit log itself, and the acts and fields that many kinds have. Modules name the others (`shared/audit.ts`). */
import { defineTexts } from '../../shared/i18n/define'

export const texts = defineTexts('audit', (language) => import(`./texts.${language}.json`), {
  what: 'O quê',
  who: 'Quem',
  change: 'Mudança',
  becomes: 'passa a',
  more: { one: 'mais {count} mudança', other: 'mais {count} mudanças' },
  set: 'definido',
  operator: 'Operador',
  empty: 'Nada foi alterado ainda',
  act: {
    create: 'criação',
    update: 'alteração',
    delete: 'exclusão',
    renew: 'troca',
    import: 'importação',
    export: 'exportação',
    restart: 'reinício',
    start: 'início',
    cancel: 'cancelamento',
    release: 'liberação',
    restore: 'sessão restaurada',
    pair: 'vinculação',
    disconnect: 'desconexão',
  },
  field: {
    active: 'Ativo',
    created: 'Novos',
    updated: 'Atualizados',
    failed: 'Com falha',
    token: 'Token',
  },
})
