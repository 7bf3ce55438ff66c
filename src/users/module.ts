import { Elysia } from 'elysia'
import { companyFacts } from '../platform/company-facts'
import type { Module } from '../platform/module'
import { createClaim, removeClaim } from '../tenancy/claim-bucket'
import { nodeAnswers } from '../tenancy/elsewhere'
import { noteFormerSessionsTaken, noteLogin } from './control-writes'
import { accessJobs } from './jobs'
import { movesUsers } from './move-in'
import { operatorsEmails } from './operators'
import { presenceServices } from './presence'
import { accessRoutes, authRoutes, userRoutes } from './routes'
import { sessionFact } from './session-fact'
import { shifts } from './shifts'

export const users = {
  name: 'users',
  routes: (http, server) =>
    new Elysia().use(authRoutes(http, server)).use(userRoutes(http, server)).use(accessRoutes(http, server)),
  services: [...presenceServices, shifts],
  controlWrites: [createClaim, removeClaim, noteLogin, noteFormerSessionsTaken],
  jobs: accessJobs,
  fills: [movesUsers, companyFacts.filledWith(sessionFact), nodeAnswers.filledWith(operatorsEmails.answers)],
} satisfies Module
