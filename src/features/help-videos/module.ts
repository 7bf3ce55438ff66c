import { operatorActs } from '../../audit/visibility'
import { movers } from '../../moving-in/mover'
import type { Module } from '../../platform/module'
import { samples } from '../../tenancy/lifecycle'
import { helpErrors } from './errors'
import { helpMover } from './move-in'
import { helpRoutes } from './routes'
import { addSampleHelps } from './sample'

export const helpVideos = {
  name: 'help-videos',
  routes: helpRoutes,
  errors: helpErrors,
  fills: [operatorActs.filledWith({ kind: 'help' }), samples.filledWith(addSampleHelps), movers.filledWith(helpMover)],
} satisfies Module
