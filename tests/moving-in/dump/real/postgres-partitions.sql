--
-- PostgreSQL database dump
--

\restrict RkjPmT3JtU4ZjXLMdG8QUxx4kgsHXMO2lRGOHddTbYcufpnxnjg9ynfMb9i1zYn

-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: Companies; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."Companies" (
    id integer NOT NULL,
    name text,
    status boolean,
    "createdAt" timestamp with time zone DEFAULT now(),
    "updatedAt" timestamp with time zone DEFAULT now()
);


--
-- Name: Companies_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public."Companies_id_seq"
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: Companies_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public."Companies_id_seq" OWNED BY public."Companies".id;


--
-- Name: Messages; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."Messages" (
    id character varying(255) NOT NULL,
    body text NOT NULL,
    "ticketId" integer,
    "companyId" integer,
    "fromMe" boolean,
    extra integer GENERATED ALWAYS AS (length(body)) STORED,
    "createdAt" timestamp with time zone NOT NULL
)
PARTITION BY RANGE ("createdAt");


--
-- Name: Messages_2024; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."Messages_2024" (
    id character varying(255) NOT NULL,
    body text NOT NULL,
    "ticketId" integer,
    "companyId" integer,
    "fromMe" boolean,
    extra integer GENERATED ALWAYS AS (length(body)) STORED,
    "createdAt" timestamp with time zone NOT NULL
);


--
-- Name: Messages_2025; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."Messages_2025" (
    "createdAt" timestamp with time zone NOT NULL,
    id character varying(255) NOT NULL,
    body text NOT NULL,
    "ticketId" integer,
    "companyId" integer,
    "fromMe" boolean,
    extra integer GENERATED ALWAYS AS (length(body)) STORED
);


--
-- Name: Messages_rest; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public."Messages_rest" (
    id character varying(255) NOT NULL,
    body text NOT NULL,
    "ticketId" integer,
    "companyId" integer,
    "fromMe" boolean,
    extra integer GENERATED ALWAYS AS (length(body)) STORED,
    "createdAt" timestamp with time zone NOT NULL
);


--
-- Name: old_contacts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.old_contacts (
    id integer,
    name text,
    ok boolean
);


--
-- Name: old_contacts_2; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.old_contacts_2 (
    more text
)
INHERITS (public.old_contacts);


--
-- Name: Messages_2024; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public."Messages" ATTACH PARTITION public."Messages_2024" FOR VALUES FROM ('2024-01-01 00:00:00+00') TO ('2025-01-01 00:00:00+00');


--
-- Name: Messages_2025; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public."Messages" ATTACH PARTITION public."Messages_2025" FOR VALUES FROM ('2025-01-01 00:00:00+00') TO ('2026-01-01 00:00:00+00');


--
-- Name: Messages_rest; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public."Messages" ATTACH PARTITION public."Messages_rest" DEFAULT;


--
-- Name: Companies id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."Companies" ALTER COLUMN id SET DEFAULT nextval('public."Companies_id_seq"'::regclass);


--
-- Data for Name: Companies; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public."Companies" (id, name, status, "createdAt", "updatedAt") FROM stdin;
1	A	t	2026-11-29 20:40:01.582977+00	2026-11-29 20:40:01.582977+00
\.


--
-- Data for Name: Messages_2024; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public."Messages_2024" (id, body, "ticketId", "companyId", "fromMe", "createdAt") FROM stdin;
a	x\ty\n\\z	1	1	t	2024-05-05 00:00:00+00
\.


--
-- Data for Name: Messages_2025; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public."Messages_2025" ("createdAt", id, body, "ticketId", "companyId", "fromMe") FROM stdin;
2025-05-05 00:00:00+00	b	olá 😀	1	1	f
\.


--
-- Data for Name: Messages_rest; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public."Messages_rest" (id, body, "ticketId", "companyId", "fromMe", "createdAt") FROM stdin;
c		\N	1	f	2030-05-05 00:00:00+00
\.


--
-- Data for Name: old_contacts; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.old_contacts (id, name, ok) FROM stdin;
1	p	t
\.


--
-- Data for Name: old_contacts_2; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.old_contacts_2 (id, name, ok, more) FROM stdin;
2	c	f	m
\.


--
-- Name: Companies_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public."Companies_id_seq"', 1, true);


--
-- Name: Companies Companies_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public."Companies"
    ADD CONSTRAINT "Companies_pkey" PRIMARY KEY (id);


--
-- PostgreSQL database dump complete
--

\unrestrict RkjPmT3JtU4ZjXLMdG8QUxx4kgsHXMO2lRGOHddTbYcufpnxnjg9ynfMb9i1zYn

