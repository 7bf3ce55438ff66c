import { opens, type Screen } from '../journeys/support/screen'

export const screens: readonly Screen[] = [
  { name: 'message-costs', show: opens('/message-costs', (page) => page.getByRole('heading').first()) },
]
