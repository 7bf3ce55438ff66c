--
-- PostgreSQL database dump
--

\restrict AMaix777rzsaZTkoZ69V4ycVuw8fV5O6A8HsXDGhqoBhorU0ShHD0BaPxOMMeSm

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

DROP DATABASE IF EXISTS ticketz;
--
-- Name: ticketz; Type: DATABASE; Schema: -; Owner: postgres
--

CREATE DATABASE ticketz WITH TEMPLATE = template0 ENCODING = 'UTF8' LOCALE_PROVIDER = libc LOCALE = 'C.UTF-8';


ALTER DATABASE ticketz OWNER TO postgres;

\unrestrict AMaix777rzsaZTkoZ69V4ycVuw8fV5O6A8HsXDGhqoBhorU0ShHD0BaPxOMMeSm
\connect ticketz
\restrict AMaix777rzsaZTkoZ69V4ycVuw8fV5O6A8HsXDGhqoBhorU0ShHD0BaPxOMMeSm

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

--
-- Name: other; Type: SCHEMA; Schema: -; Owner: postgres
--

CREATE SCHEMA other;


ALTER SCHEMA other OWNER TO postgres;

--
-- Name: enum_status; Type: TYPE; Schema: public; Owner: postgres
--

CREATE TYPE public.enum_status AS ENUM (
    'open',
    'closed'
);


ALTER TYPE public.enum_status OWNER TO postgres;

--
-- Name: f(); Type: FUNCTION; Schema: public; Owner: postgres
--

CREATE FUNCTION public.f() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN INSERT INTO "Companies" VALUES (9,'no'); -- it's; 
 RETURN NEW; END; $$;


ALTER FUNCTION public.f() OWNER TO postgres;

--
-- Name: g(integer); Type: FUNCTION; Schema: public; Owner: postgres
--

CREATE FUNCTION public.g(a integer) RETURNS integer
    LANGUAGE sql
    BEGIN ATOMIC
 SELECT
         CASE
             WHEN (a > 0) THEN 1
             ELSE 2
         END AS "case";
 SELECT 3;
END;


ALTER FUNCTION public.g(a integer) OWNER TO postgres;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: Messages; Type: TABLE; Schema: other; Owner: postgres
--

CREATE TABLE other."Messages" (
    id integer,
    x text
);


ALTER TABLE other."Messages" OWNER TO postgres;

--
-- Name: Companies; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public."Companies" (
    id integer NOT NULL,
    name character varying(255),
    status boolean DEFAULT true,
    key text,
    value text DEFAULT 'x;y''z'::text,
    schedules jsonb,
    "createdAt" timestamp with time zone DEFAULT '2026-01-01 00:00:00+00'::timestamp with time zone NOT NULL
);


ALTER TABLE public."Companies" OWNER TO postgres;

--
-- Name: Companies_id_seq; Type: SEQUENCE; Schema: public; Owner: postgres
--

CREATE SEQUENCE public."Companies_id_seq"
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


ALTER TABLE public."Companies_id_seq" OWNER TO postgres;

--
-- Name: Companies_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: postgres
--

ALTER SEQUENCE public."Companies_id_seq" OWNED BY public."Companies".id;


--
-- Name: Messages; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public."Messages" (
    id character varying(255) NOT NULL,
    body text NOT NULL,
    ack integer DEFAULT 0,
    "fromMe" boolean,
    "dataJson" text,
    tags text[],
    raw bytea,
    n numeric(10,3),
    d double precision,
    st public.enum_status,
    "ticketId" integer NOT NULL,
    "waitTime" integer GENERATED ALWAYS AS (length(body)) STORED,
    "weird ""col;" text
);


ALTER TABLE public."Messages" OWNER TO postgres;

--
-- Name: TABLE "Messages"; Type: COMMENT; Schema: public; Owner: postgres
--

COMMENT ON TABLE public."Messages" IS 'INSERT INTO "Companies" VALUES (3, ''x''); it''s; COPY x FROM stdin;';


--
-- Name: v; Type: VIEW; Schema: public; Owner: postgres
--

CREATE VIEW public.v AS
 SELECT "Companies".id,
    'a;b'::text AS x
   FROM public."Companies";


ALTER TABLE public.v OWNER TO postgres;

--
-- Name: Companies id; Type: DEFAULT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public."Companies" ALTER COLUMN id SET DEFAULT nextval('public."Companies_id_seq"'::regclass);


--
-- Data for Name: Messages; Type: TABLE DATA; Schema: other; Owner: postgres
--

INSERT INTO other."Messages" VALUES (1, 'other');


--
-- Data for Name: Companies; Type: TABLE DATA; Schema: public; Owner: postgres
--

INSERT INTO public."Companies" VALUES (1, 'Zé "Ltda" ''s', false, 'k', 'x;y''z', '[{"a": "1\"2"}]', '2026-01-01 00:00:00+00');
INSERT INTO public."Companies" VALUES (2, 'tab	here', true, NULL, 'x;y''z', NULL, '2026-01-01 00:00:00+00');
INSERT INTO public."Companies" VALUES (3, '', NULL, '', 'x;y''z', '{}', '2026-01-01 00:00:00+00');


--
-- Data for Name: Messages; Type: TABLE DATA; Schema: public; Owner: postgres
--

INSERT INTO public."Messages" VALUES ('A1', 'line1
line2
line3	tab \ back \N \. end', 3, true, '{"key":{"id":"a\"b"},"t":"\\n \u00e9"}', '{a,"b c","\"q\"",NULL,"x\\y"}', '\x00ff10275c', 12.340, 'NaN', 'open', 1, DEFAULT, 'w');
INSERT INTO public."Messages" VALUES ('A2', '\N', 0, false, '\.', '{}', '\x', -0.001, 'Infinity', 'closed', 1, DEFAULT, NULL);
INSERT INTO public."Messages" VALUES ('A3', '', NULL, NULL, NULL, NULL, NULL, NULL, 1e-300, NULL, 2, DEFAULT, '');
INSERT INTO public."Messages" VALUES ('A4', 'v emoji 😀👨‍👩‍👧 é é  ‎*Ana:*
 $$ $a$ ; -- /* '' "', 1, true, 'é''"\', NULL, '\x5c78', NULL, 0, NULL, 3, DEFAULT, '\x41');
INSERT INTO public."Messages" VALUES ('A5', '\.
INSERT INTO "Companies" VALUES (99, ''x'');
COPY public."Companies" (id) FROM stdin;
1
\.
', 1, true, NULL, NULL, NULL, NULL, NULL, NULL, 4, DEFAULT, 'null');


--
-- Name: Companies_id_seq; Type: SEQUENCE SET; Schema: public; Owner: postgres
--

SELECT pg_catalog.setval('public."Companies_id_seq"', 3, true);


--
-- Name: Companies Companies_name_key; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public."Companies"
    ADD CONSTRAINT "Companies_name_key" UNIQUE (name);


--
-- Name: Companies Companies_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public."Companies"
    ADD CONSTRAINT "Companies_pkey" PRIMARY KEY (id);


--
-- Name: Messages Messages_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public."Messages"
    ADD CONSTRAINT "Messages_pkey" PRIMARY KEY (id, "ticketId");


--
-- Name: Companies r; Type: RULE; Schema: public; Owner: postgres
--

CREATE RULE r AS
    ON DELETE TO public."Companies" DO ( INSERT INTO other."Messages" (id, x)
  VALUES (5, 'r'::text);
 INSERT INTO other."Messages" (id, x)
  VALUES (6, 's'::text);
);


--
-- Name: Companies t; Type: TRIGGER; Schema: public; Owner: postgres
--

CREATE TRIGGER t BEFORE INSERT ON public."Companies" FOR EACH ROW EXECUTE FUNCTION public.f();

ALTER TABLE public."Companies" DISABLE TRIGGER t;


--
-- PostgreSQL database dump complete
--

\unrestrict AMaix777rzsaZTkoZ69V4ycVuw8fV5O6A8HsXDGhqoBhorU0ShHD0BaPxOMMeSm

