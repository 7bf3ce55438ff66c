/** All modules, one line each. Their order is the order of routes, jobs, subscribers and extension point members. */

import { audit } from './audit/module'
import { imports } from './bulk-import/module'
import { connections } from './channels/module'
import { ai } from './features/ai/module'
import { announcements } from './features/announcements/module'
import { invoices, subscription } from './features/billing/module'
import { bot } from './features/bot/module'
import { calendar } from './features/calendar/module'
import { campaigns } from './features/campaigns/module'
import { chats } from './features/chats/module'
import { contacts } from './features/contact-book/module'
import { contactLists } from './features/contact-lists/module'
import { dashboard } from './features/dashboard/module'
import { distribution } from './features/distribution/module'
import { email } from './features/email/module'
import { escalation } from './features/escalation/module'
import { externalApi } from './features/external-api/module'
import { flows } from './features/flows/module'
import { helpVideos } from './features/help-videos/module'
import { integrations } from './features/integrations/module'
import { kanban } from './features/kanban/module'
import { liveWall } from './features/live-wall/module'
import { machines } from './features/machines/module'
import { messageCosts } from './features/message-costs/module'
import { monitor } from './features/monitor/module'
import { noteMentions } from './features/note-mentions/module'
import { notes } from './features/notes/module'
import { operatorSettings } from './features/operator-settings/module'
import { passwordReset } from './features/password-reset/module'
import { personalData } from './features/personal-data/module'
import { plans } from './features/plans/module'
import { push } from './features/push/module'
import { quickMessages } from './features/quick-messages/module'
import { ratings } from './features/ratings/module'
import { referrals } from './features/referrals/module'
import { reports } from './features/reports/module'
import { schedules } from './features/schedules/module'
import { signUp } from './features/sign-up/module'
import { tags } from './features/tags/module'
import { tasks } from './features/tasks/module'
import { templates } from './features/templates/module'
import { typebot } from './features/typebot/module'
import { webhooks } from './features/webhooks/module'
import { hours } from './hours/module'
import { operator } from './operator/module'
import { outbound } from './outbound/module'
import type { Module } from './platform/module'
import { queues } from './queues/module'
import { settings } from './settings/module'
import { messages } from './tickets/message-module'
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
  outbound,
  tags,
  liveWall,
  kanban,
  notes,
  noteMentions,
  push,
  escalation,
  personalData,
  quickMessages,
  bot,
  ratings,
  distribution,
  referrals,
  templates,
  reports,
  schedules,
  messageCosts,
  contactLists,
  campaigns,
  chats,
  tasks,
  calendar,
  dashboard,
  email,
  operator,
  signUp,
  passwordReset,
  announcements,
  helpVideos,
  invoices,
  subscription,
  plans,
  ai,
  operatorSettings,
  monitor,
  machines,
  webhooks,
  typebot,
  externalApi,
  integrations,
  flows,
] as const satisfies readonly Module[]
