import { existsSync } from 'node:fs'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { Actor } from '../../actor'
import { recordAct } from '../../audit/record'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { type AppHttp, failures } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { BeginUpload, ChangeSource, MovingIn, PieceAt, StartMove } from './contract'
import { reportPath } from './folder'

const Came = v.object({ done: v.number() })

/** The gates of every route: the installation's operator, in person. */
const operators = { super: true, own: true } as const

export const movingInRoutes = (http: AppHttp, { movesIn, auth, databases }: RouteServices) => {
  const record = (cx: Cx, actor: Actor, act: string) => {
    const name = movesIn.show().source?.dump.name ?? ''
    cx.transaction((cx) => recordAct(cx, actor, { kind: 'movingIn', act, subject: { id: null, name } }))
  }
  return new Elysia({ prefix: '/moving-in' })
    .use(http)
    .get('/', () => movesIn.show(), {
      detail: { summary: 'Read where moving in from another product is' },
      ...operators,
      response: { 200: MovingIn, ...failures },
    })
    .put(
      '/source',
      async ({ actor, body }) => {
        await movesIn.choose(body)
        auth.stillHere(actor)
        return movesIn.show()
      },
      {
        detail: { summary: 'Choose the dump and the files to move in' },
        ...operators,
        body: input(ChangeSource),
        response: { 200: MovingIn, ...failures },
      },
    )
    .delete(
      '/source',
      () => {
        movesIn.forget()
        return movesIn.show()
      },
      {
        detail: { summary: 'Forget the dump, its uploads and the last result' },
        ...operators,
        response: { 200: MovingIn, ...failures },
      },
    )
    .post(
      '/uploads',
      ({ body }) => {
        movesIn.beginUpload(body)
        return movesIn.show()
      },
      {
        detail: { summary: 'Begin to upload a file to move in' },
        ...operators,
        body: input(BeginUpload),
        response: { 200: MovingIn, ...failures },
      },
    )
    .put(
      '/uploads',
      async ({ actor, query, request }) => {
        const done = await movesIn.takePiece(Number(query.at), request.body)
        auth.stillHere(actor)
        return { done }
      },
      {
        detail: { summary: 'Upload the next piece of the file' },
        ...operators,
        query: input(PieceAt),
        upload: 'raw',
        response: { 200: Came, ...failures },
      },
    )
    .delete(
      '/uploads',
      () => {
        movesIn.giveUpUpload()
        return movesIn.show()
      },
      {
        detail: { summary: 'Give up an unfinished upload' },
        ...operators,
        response: { 200: MovingIn, ...failures },
      },
    )
    .post(
      '/dry-run',
      () => {
        movesIn.startDryRun()
        return movesIn.show()
      },
      {
        detail: { summary: 'Move into a copy that is thrown away, and report' },
        ...operators,
        response: { 200: MovingIn, ...failures },
      },
    )
    .post(
      '/start',
      ({ cx, actor, body }) => {
        movesIn.start(body)
        record(cx, actor, 'start')
        return movesIn.show()
      },
      {
        detail: { summary: 'Start to move in' },
        ...operators,
        body: input(StartMove),
        response: { 200: MovingIn, ...failures },
      },
    )
    .post(
      '/stop',
      ({ cx, actor }) => {
        movesIn.halt()
        record(cx, actor, 'cancel')
        return movesIn.show()
      },
      { detail: { summary: 'Stop moving in' }, ...operators, response: { 200: MovingIn, ...failures } },
    )
    .post(
      '/continue',
      ({ cx, actor }) => {
        movesIn.resume()
        record(cx, actor, 'restart')
        return movesIn.show()
      },
      {
        detail: { summary: 'Go on with a move that was stopped' },
        ...operators,
        response: { 200: MovingIn, ...failures },
      },
    )
    .get(
      '/report',
      () => {
        const path = reportPath(databases.dataDir)
        if (!existsSync(path)) fail('ERR_NOT_FOUND')
        return new Response(Bun.file(path), { headers: { 'content-type': 'application/json;charset=utf-8' } })
      },
      { detail: { summary: 'Download the last report, with its lines about single rows' }, ...operators },
    )
}

export type MovingInRoutes = ReturnType<typeof movingInRoutes>
