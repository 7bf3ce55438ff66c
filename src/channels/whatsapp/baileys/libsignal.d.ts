/** libsignal brings no types for this file; what we need of it is named where it is used (baileys.ts). */
declare module 'libsignal/src/protobufs.js' {}
