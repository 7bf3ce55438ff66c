import type { Dialogs } from '../journeys/support/screen'

export const dialogs: Dialogs = {
  '/integrations?tab=webhooks': ['Novo webhook', 'Trocar segredo', 'Editar', /^Excluir /, /^Ver o corpo de /],
}
