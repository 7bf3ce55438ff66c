import type { Dialogs } from '../journeys/support/screen'

export const dialogs: Dialogs = {
  '/messages-api': ['Tokens'],
}
