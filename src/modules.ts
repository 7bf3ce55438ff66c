/** The modules of the server, one line each: routes, jobs, permissions, errors and stored files follow from it. */

import { audit } from './audit/module'
import { imports } from './bulk-import/module'
import { connections } from './channels/module'
import { ai } from './features/ai/module'
import { bot } from './features/bot/module'
import { campaigns } from './features/campaigns/module'
import { contacts } from './features/contact-book/module'
import { contactLists } from './features/contact-lists/module'
import { distribution } from './features/distribution/module'
import { kanban } from './features/kanban/module'
import { notes } from './features/notes/module'
import { personalData } from './features/personal-data/module'
import { quickMessages } from './features/quick-messages/module'
import { ratings } from './features/ratings/module'
import { schedules } from './features/schedules/module'
import { tags } from './features/tags/module'
import { hours } from './hours/module'
import { operator } from './operator/module'
import { reach } from './outbound/module'
import type { Module } from './platform/module'
import { queues } from './queues/module'
import { settings } from './settings/module'
import { messages } from './tickets/messages/module'
import { tickets } from './tickets/module'
import { users } from './users/module'

export const modules = [
  users,
  audit,
  settings,
  hours,
  imports,
  queues,
  contacts,
  connections,
  tickets,
  messages,
  reach,
  tags,
  kanban,
  notes,
  personalData,
  quickMessages,
  bot,
  ratings,
  distribution,
  schedules,
  contactLists,
  campaigns,
  operator,
  ai,
] as const satisfies readonly Module[]
