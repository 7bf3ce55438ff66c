import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { ById, SearchText } from '../../platform/params'
import { changeHelp, createHelp, deleteHelp, orderHelps } from './actions'
import { CreateHelp, Help, HelpOrder, UpdateHelp } from './contract'
import { listHelps, showHelp } from './queries'

export const helpRoutes = (http: AppHttp, services: RouteServices) => {
  const { control } = services.databases
  return new Elysia({ prefix: '/helps' })
    .use(http)
    .get('/', ({ query }) => listHelps(control, query.searchParam).map(showHelp), {
      detail: { summary: 'List help videos' },
      signedIn: true,
      query: t.Object({ searchParam: SearchText }),
      response: { 200: v.array(Help), ...failures },
    })
    .get('/list', () => listHelps(control).map(showHelp), {
      detail: { summary: 'List all help videos' },
      signedIn: true,
      response: { 200: v.array(Help), ...failures },
    })
    .post('/', ({ cx, actor, body }) => createHelp(services, cx, actor, body), {
      detail: { summary: 'Create a help video' },
      super: true,
      body: input(CreateHelp),
      response: { 200: Help, ...failures },
    })
    .post('/order', ({ cx, actor, body }) => orderHelps(services, cx, actor, body.ids), {
      detail: { summary: 'Put help videos in order' },
      super: true,
      body: input(HelpOrder),
      response: { 200: v.array(Help), ...failures },
    })
    .put('/:id', ({ cx, actor, params, body }) => changeHelp(services, cx, actor, params.id, body), {
      detail: { summary: 'Change a help video' },
      super: true,
      params: ById,
      body: input(UpdateHelp),
      response: { 200: Help, ...failures },
    })
    .delete(
      '/:id',
      ({ cx, actor, params }) => {
        deleteHelp(services, cx, actor, params.id)
        return done
      },
      { detail: { summary: 'Delete a help video' }, super: true, params: ById, response: { 200: Done, ...failures } },
    )
}
export type HelpRoutes = ReturnType<typeof helpRoutes>
