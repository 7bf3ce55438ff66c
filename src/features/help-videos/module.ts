import { operatorActs } from '../../audit/visibility'
import type { Module } from '../../platform/module'
import { samples } from '../../tenancy/lifecycle'
import { helpErrors } from './errors'
import { helpRoutes } from './routes'
import { addSampleHelps } from './sample'

export const helpVideos = {
  name: 'help-videos',
  routes: helpRoutes,
  errors: helpErrors,
  fills: [operatorActs.filledWith({ kind: 'help' }), samples.filledWith(addSampleHelps)],
} satisfies Module
