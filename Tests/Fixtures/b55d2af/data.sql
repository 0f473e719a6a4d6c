-- What a server of b55d2af (migration 41) wrote in one story: a paid, a held and a reversed reward, a reservation, a merge, API keys, a
-- mailed link, a statement. `clients.json` is what its clients hold. Made with pg_dump --data-only, tables without rows left out.
SET session_replication_role = replica;
SET search_path = public;
TRUNCATE api_keys, audit_entries, balances, brought_days, brought_progress, brought_ranks, brought_sums, budget_shares, click_taps, credentials, currencies, day_count_progress, day_counts, erasures, events, external_ids, identities, jobs, known_addresses, ledger_duties, ledger_entries, ledger_heads, ledger_keys, ledger_statements, link_stats, links, mail_tokens, mails, merged_users, merges, password_schemes, programmes, referral_codes, referral_counts, reservations, revocations, reward_places, rewards, root_secret, rule_budgets, rule_versions, rules, sessions, sign_up_keys, sign_up_marks, signing_keys, trial_rewards, trial_sums, trust_versions, used_receipts, user_identities, user_profiles, user_standings, users;
COPY api_keys (id, name, scope, secret_hash, created_at, revoked_at, expires_at, last_used_at) FROM stdin;
01a20dda-8a72-7336-82d2-7194a924747c	admin	admin	\\x64280b4fdfa91f5f66bc9cf3befc51e80a47693884e893319d639232b0ca0170	2026-11-24 13:59:15.826476+00	\N	\N	2026-11-24 13:59:15.946089+00
01a20dda-8aa7-72dc-810b-eb7b08bbc54e	server	server	\\x5c2dbb7b1150528ed075c19ef32de9d15bf24b8c6e1f90ad42c3148fa622c562	2026-11-24 13:59:15.87982+00	\N	\N	2026-11-24 13:59:15.950019+00
\.
COPY audit_entries (id, actor, action, uid, detail, created_at, before, after) FROM stdin;
01a20dda-8a72-776d-9332-1032d4b42e0b	command as uid 0	keys.create	\N	admin key 01a20dda-8a72-7336-82d2-7194a924747c named admin	2026-11-24 13:59:15.826476+00	\N	\N
01a20dda-8aa7-723e-8932-2774ff8986bf	command as uid 0	keys.create	\N	server key 01a20dda-8aa7-72dc-810b-eb7b08bbc54e named server	2026-11-24 13:59:15.87982+00	\N	\N
01a20dda-8aeb-7039-9b8e-0356f5722a7c	key admin (01a20dda-8a72-7336-82d2-7194a924747c)	ledger.adjustment	01a20dda-8ab0-700d-955d-9e08db0435cf	100 pieces_of_eight: A gift	2026-11-24 13:59:15.946682+00	{"balance":50}	{"balance":150}
01a20dda-8b11-76b1-89d4-e25402cf2e13	key admin (01a20dda-8a72-7336-82d2-7194a924747c)	ledger.adjustment	01a20dda-8b0b-757e-bada-c8bbc7a7bde7	7 pieces_of_eight: A gift	2026-11-24 13:59:15.98407+00	{"balance":0}	{"balance":7}
01a20dda-8b4d-72fd-bafd-d80c767b2ea8	key admin (01a20dda-8a72-7336-82d2-7194a924747c)	reward.reverse	01a20dda-8ab0-700d-955d-9e08db0435cf	01a20dda-8b49-7147-aa6b-09cf3bd53955: 50 of 50 pieces_of_eight of level-5 for 01a20dda-8b30-70fe-8338-414a8a3952fb: A ring	2026-11-24 13:59:16.045159+00	{"status":"paid"}	{"status":"reversed"}
\.
COPY balances (uid, currency, amount, entries, sealed, head) FROM stdin;
01a20dda-8ab9-76f8-bf3d-c90b0c432376	pieces_of_eight	50	1	1	\\xda00263b04dce5165ed3063ba54a96d18dcdcf8dcf165d4e903840c9e48db6bc13494c2a0b987d86
01a20dda-8af0-715b-9df5-5fdbd128b448	pieces_of_eight	7	1	1	\\xda00263b35d748a20e9b61dc2f0520841ce61422ca68ed7275a9620fc0079c05e9cd597f96f97b97
01a20dda-8b0b-757e-bada-c8bbc7a7bde7	pieces_of_eight	0	2	2	\\xda00263bab47fd90171d620d2f0520841ce61422238e8ea28347d301c7eb0f5b2cb446cddfdeec2b
01a20dda-8b30-70fe-8338-414a8a3952fb	pieces_of_eight	50	1	1	\\xda00263b4c4790b474c5ade743202089d2664965492b23e927184f6c95274ce4683cd1aa071a12f2
01a20dda-8ab0-700d-955d-9e08db0435cf	pieces_of_eight	120	5	5	\\xda00263b451fbbf37dca77896247d48c5c857db4b58507344175faa7325215df4f169afff48efe91
\.
COPY brought_progress (is_only, counted_until, day, leaving, left_uid, left_currency) FROM stdin;
t	\N	\N	\N	\N	
\.
COPY credentials (email, uid, password_hash, created_at) FROM stdin;
ben@example.com	01a20dda-8ab9-76f8-bf3d-c90b0c432376	$argon2id$v=19$m=19456,t=2,p=1$qeH2PgJs5DL/Mvpj+38ZWA$LU+i9bhyKbHMPOBQn3uQuUjNtzzYrMuiJFGuD066kvg	2026-11-24 13:59:15.926923+00
carl@example.com	01a20dda-8af0-715b-9df5-5fdbd128b448	$argon2id$v=19$m=19456,t=2,p=1$r6D6k0SJaCF0FTigzYKQlQ$MIJTj3Vu7OyHM6qMc59Wd9OF7nl+uSWTGbnOPJ703HM	2026-11-24 13:59:15.974792+00
dan@example.com	01a20dda-8b30-70fe-8338-414a8a3952fb	$argon2id$v=19$m=19456,t=2,p=1$3vMDHpXeyvjM24gVrOWz+g$NIVWoE2ykAUF0DPBkgAbHGobiBaeUI1RVa8bcI0oCg0	2026-11-24 13:59:16.036513+00
\.
COPY currencies (name, title, state, created_at, changed_at) FROM stdin;
pieces_of_eight	Pieces Of Eight	active	2026-11-24 13:59:15.369432+00	2026-11-24 13:59:15.369432+00
\.
COPY day_count_progress (source, counted_until) FROM stdin;
users	-infinity
sign_ups	-infinity
referrals	-infinity
ledger	-infinity
rewards	-infinity
invites	-infinity
opens	-infinity
arrivals	-infinity
friends_signed_up	-infinity
friends_rewarded	-infinity
\.
COPY events (uid, id, type, level, milestone, referrer, occurred_at, received_at, user_level, user_highest_level, user_referred_by, user_signed_up_at, user_last_signin_at, decisions, counter, increment, standing) FROM stdin;
01a20dda-8ab9-76f8-bf3d-c90b0c432376	01a20dda-8ad7-7254-8ed6-1127aef96aec	credential_linked	\N	\N	\N	\N	2026-11-24 13:59:15.927228+00	0	0	01a20dda-8ab0-700d-955d-9e08db0435cf	2026-11-24 13:59:15.927228+00	2026-11-24 13:59:15.927228+00	{signup=paid=deserved}	\N	\N	1:.A
01a20dda-8ab5-71a7-ba03-b37751aaac2d	11345ebe-e60b-4ea2-865c-4f333a35d0d9	level_reached	5	\N	\N	\N	2026-11-24 13:59:15.937078+00	5	5	01a20dda-8ab0-700d-955d-9e08db0435cf	\N	\N	{level-5=held=default_match}	\N	\N	1:A.
01a20dda-8ab9-76f8-bf3d-c90b0c432376	aff239c9-bead-4431-bdff-541eb923ded4	level_reached	5	\N	\N	\N	2026-11-24 13:59:15.941774+00	5	5	01a20dda-8ab0-700d-955d-9e08db0435cf	2026-11-24 13:59:15.927228+00	2026-11-24 13:59:15.927228+00	{level-5=paid=deserved}	\N	\N	1:p.
01a20dda-8af0-715b-9df5-5fdbd128b448	01a20dda-8b06-761f-bdcb-4d96bc293ddc	credential_linked	\N	\N	\N	\N	2026-11-24 13:59:15.975037+00	0	0	\N	2026-11-24 13:59:15.975037+00	2026-11-24 13:59:15.975037+00	{signup=denied=no_referrer}	\N	\N	1:.A
01a20dda-8b0b-757e-bada-c8bbc7a7bde7	656d231a-3527-4efe-a167-92803cf62093	level_reached	2	\N	\N	\N	2026-11-24 13:59:15.981348+00	2	2	\N	\N	\N	{}	\N	\N	1:AA
01a20dda-8af0-715b-9df5-5fdbd128b448	3e6fa0bb-0013-3fad-bec3-6af612bbd506	player_merged	\N	\N	01a20dda-8b0b-757e-bada-c8bbc7a7bde7	\N	2026-11-24 13:59:16.007512+00	2	2	\N	2026-11-24 13:59:15.975037+00	2026-11-24 13:59:16.005198+00	{}	\N	\N	1:dA
01a20dda-8b30-70fe-8338-414a8a3952fb	01a20dda-8b44-758a-896a-be0035546a17	credential_linked	\N	\N	\N	\N	2026-11-24 13:59:16.036725+00	0	0	01a20dda-8ab0-700d-955d-9e08db0435cf	2026-11-24 13:59:16.036725+00	2026-11-24 13:59:16.036725+00	{signup=paid=deserved}	\N	\N	1:.A
01a20dda-8b30-70fe-8338-414a8a3952fb	123fdc24-ccdb-4f0a-946d-e64e58b96c78	level_reached	5	\N	\N	\N	2026-11-24 13:59:16.040926+00	5	5	01a20dda-8ab0-700d-955d-9e08db0435cf	2026-11-24 13:59:16.036725+00	2026-11-24 13:59:16.036725+00	{level-5=paid=deserved}	\N	\N	1:p.
\.
COPY known_addresses (uid, address_hash, seen_at) FROM stdin;
01a20dda-8ab9-76f8-bf3d-c90b0c432376	\\xef02d6efd2c6fa3dcade96902514a588	2026-11-24 13:59:15.926923+00
01a20dda-8af0-715b-9df5-5fdbd128b448	\\x547f1d5933d00c922a8ce92762b28e4c	2026-11-24 13:59:15.974792+00
01a20dda-8b30-70fe-8338-414a8a3952fb	\\x5873c98efe1dee18046c143a1affc1c1	2026-11-24 13:59:16.036513+00
\.
COPY ledger_duties (name, turn, due_at, leased_until) FROM stdin;
release	0	2026-11-24 13:59:15.29738+00	-infinity
erase	0	2026-11-24 13:59:15.339497+00	-infinity
reservations	0	2026-11-24 13:59:15.356993+00	-infinity
days	0	2026-11-24 13:59:15.3989+00	-infinity
leaders	0	2026-11-24 13:59:15.471983+00	-infinity
merge	0	2026-11-24 13:59:15.496315+00	-infinity
seal	1	2026-11-24 14:04:15.652747+00	-infinity
state	2	2026-11-24 14:59:16.809841+00	-infinity
\.
COPY ledger_entries (uid, id, currency, sequence, kind, amount, balance_after, rule, subject, reason, created_at, seal, redaction, undoes) FROM stdin;
01a20dda-8ab9-76f8-bf3d-c90b0c432376	01a20dda-8ad9-74f9-b017-80075b654025	pieces_of_eight	1	grant	50	50	signup	01a20dda-8ab9-76f8-bf3d-c90b0c432376	Signed up after a referral	2026-11-24 13:59:15.927228+00	\\xda00263b04dce5165ed3063ba54a96d18dcdcf8dcf165d4e903840c9e48db6bc13494c2a0b987d86	\N	\N
01a20dda-8ab0-700d-955d-9e08db0435cf	01a20dda-8ae6-700d-9df3-51fe31a6a108	pieces_of_eight	1	grant	50	50	level-5	01a20dda-8ab9-76f8-bf3d-c90b0c432376	A friend reached level 5	2026-11-24 13:59:15.941774+00	\\xda00263bcd3f25ce05209b27f4222e3ea5104104223f29f54762d8eaa2664ff042c7e13ed9bd9d82	\N	\N
01a20dda-8ab0-700d-955d-9e08db0435cf	6e909de5-f374-4f6f-93d1-44b31b6a5d10	pieces_of_eight	2	adjustment	100	150	\N	\N	A gift	2026-11-24 13:59:15.946682+00	\\xda00263b7e40234a9138b3fa2f0520841ce614220d376a27a81abb389d21642e9cd61141741034d2	\N	\N
01a20dda-8ab0-700d-955d-9e08db0435cf	40f99c39-6845-4de9-b308-6b6fed8badbd	pieces_of_eight	3	redemption	-30	120	\N	\N	A hat	2026-11-24 13:59:15.950124+00	\\xda00263bc5cfa9cae17c4b622f0520841ce6142208f768596f10cd5b40754e309f9b385cd04cc574	\N	\N
01a20dda-8b0b-757e-bada-c8bbc7a7bde7	acd9bfda-af1d-4b8d-a84c-b32f0ceb2630	pieces_of_eight	1	adjustment	7	7	\N	\N	A gift	2026-11-24 13:59:15.98407+00	\\xda00263bb3b0f8f8e2f6dcbd2f0520841ce6142233c87f133a467d3f3788c4b5fa561eacbade8083	\N	\N
01a20dda-8b0b-757e-bada-c8bbc7a7bde7	01a20dda-8b2c-7728-81dc-ff4c98457690	pieces_of_eight	2	transfer	-7	0	\N	01a20dda-8af0-715b-9df5-5fdbd128b448	An anonymous player became an account	2026-11-24 13:59:16.007512+00	\\xda00263bab47fd90171d620d2f0520841ce61422238e8ea28347d301c7eb0f5b2cb446cddfdeec2b	\N	\N
01a20dda-8af0-715b-9df5-5fdbd128b448	01a20dda-8b2c-7728-81dc-ff4c98457690	pieces_of_eight	1	transfer	7	7	\N	01a20dda-8b0b-757e-bada-c8bbc7a7bde7	An anonymous player became an account	2026-11-24 13:59:16.007512+00	\\xda00263b35d748a20e9b61dc2f0520841ce61422ca68ed7275a9620fc0079c05e9cd597f96f97b97	\N	\N
01a20dda-8b30-70fe-8338-414a8a3952fb	01a20dda-8b45-727e-905e-de418c483d27	pieces_of_eight	1	grant	50	50	signup	01a20dda-8b30-70fe-8338-414a8a3952fb	Signed up after a referral	2026-11-24 13:59:16.036725+00	\\xda00263b4c4790b474c5ade743202089d2664965492b23e927184f6c95274ce4683cd1aa071a12f2	\N	\N
01a20dda-8ab0-700d-955d-9e08db0435cf	01a20dda-8b49-7147-aa6b-09cf3bd53955	pieces_of_eight	4	grant	50	170	level-5	01a20dda-8b30-70fe-8338-414a8a3952fb	A friend reached level 5	2026-11-24 13:59:16.040926+00	\\xda00263be9333a3c3a6fc3e56247d48c5c857db4b3981ea7154279fac0a442fa7a88600a7573700e	\N	\N
01a20dda-8ab0-700d-955d-9e08db0435cf	01a20dda-8b4d-72fc-bbd0-e7583253e7aa	pieces_of_eight	5	reversal	-50	120	level-5	01a20dda-8b30-70fe-8338-414a8a3952fb	A ring	2026-11-24 13:59:16.045159+00	\\xda00263b451fbbf37dca77896247d48c5c857db4b58507344175faa7325215df4f169afff48efe91	\N	01a20dda-8b49-7147-aa6b-09cf3bd53955
\.
COPY ledger_heads (uid, currency, statement, sealed) FROM stdin;
01a20dda-8ab0-700d-955d-9e08db0435cf	pieces_of_eight	2	5
01a20dda-8ab9-76f8-bf3d-c90b0c432376	pieces_of_eight	2	1
01a20dda-8af0-715b-9df5-5fdbd128b448	pieces_of_eight	2	1
01a20dda-8b0b-757e-bada-c8bbc7a7bde7	pieces_of_eight	2	2
01a20dda-8b30-70fe-8338-414a8a3952fb	pieces_of_eight	2	1
\.
COPY ledger_keys (id, proof, created_at) FROM stdin;
-637524421	\\x38e4401ea05dd4a0e13a0b2c3d931a6e1e72a546e9e4f3a75b2ea89ec676c5d4	2026-11-24 13:59:15.554527+00
\.
COPY ledger_statements (number, body) FROM stdin;
1	{"accounts":0,"entries":0,"key":-637524421,"made_at":"2026-11-24T13:59:15Z","number":1,"root":"0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8","sealing_ended":false,"signature":"SqOYOVxFUgPKB14hbu-MPtAzQd_hCdeRnCxH-uY-YDEfOI90Rx8-Dv0sUH2zZedGudtAm7cGzpOOudhePS-lCg","sums":[],"unsealed":0}
2	{"accounts":5,"before":"c1abe4a49da61734188111bf45cd484f586fdaf3fab2cd790b3ca688fb155369","entries":10,"key":-637524421,"made_at":"2026-11-24T13:59:16Z","number":2,"root":"627179e333c129e98b169b4dc86ac09a587f6a170c7c5ec5fa4f9e9ab5d571ba","sealing_ended":false,"signature":"pQC-iOuDGEO5QjocQXpWmehyePXAboMoYhb8dzHfNbTXGAn1DA-xJm_8ZX1Ldog1_dH7yBHI9AeWN8lLuixVDw","sums":[{"accounts":5,"amount":"227","currency":"pieces_of_eight"}],"unsealed":0}
\.
COPY mail_tokens (uid, token_hash, purpose, email, expires_at) FROM stdin;
01a20dda-8ab9-76f8-bf3d-c90b0c432376	\\x0270631eb69b80768dbdd7a59edfc2549c30e91a299e09e5b5ff3a07a0463be3	reset	ben@example.com	2026-11-24 14:59:16.640386+00
\.
COPY merged_users (uid, merged, referral_code) FROM stdin;
01a20dda-8af0-715b-9df5-5fdbd128b448	01a20dda-8b0b-757e-bada-c8bbc7a7bde7	FDXWE369E1
\.
COPY merges (uid, account, players, merged_at, due_at, is_brought_over) FROM stdin;
01a20dda-8b0b-757e-bada-c8bbc7a7bde7	01a20dda-8af0-715b-9df5-5fdbd128b448	0	2026-11-24 13:59:16.007512+00	2026-11-24 14:00:16.007512+00	f
\.
COPY programmes (version, names, versions, made_at, trust) FROM stdin;
1	{signup,level-5}	{1,1}	2026-11-24 13:59:15.296715+00	\N
\.
COPY referral_codes (code, uid) FROM stdin;
KG41R7XF5W	01a20dda-8ab0-700d-955d-9e08db0435cf
N5NNXHYV39	01a20dda-8ab5-71a7-ba03-b37751aaac2d
F001HVVV6W	01a20dda-8ab9-76f8-bf3d-c90b0c432376
G3P8JY89W7	01a20dda-8af0-715b-9df5-5fdbd128b448
FDXWE369E1	01a20dda-8af0-715b-9df5-5fdbd128b448
HQ26SANCEY	01a20dda-8b30-70fe-8338-414a8a3952fb
\.
COPY reservations (uid, id, currency, amount, minutes, expires_at, state) FROM stdin;
01a20dda-8ab0-700d-955d-9e08db0435cf	40f99c39-6845-4de9-b308-6b6fed8badbd	pieces_of_eight	30	60	2026-11-24 14:59:15.950124+00	reserved
\.
COPY revocations (sid, expires_at) FROM stdin;
01a20dda-8ab9-76f9-806c-52deb2029f3c	2026-11-24 14:15:15.927228+00
01a20dda-8af0-715c-9d05-868226e0b71a	2026-11-24 14:15:15.975037+00
01a20dda-8b0b-757f-84ad-ca15e16e9b1c	2026-11-24 14:15:16.007512+00
01a20dda-8b30-70ff-9cdf-60635f1ee6c8	2026-11-24 14:15:16.036725+00
\.
COPY rewards (uid, subject, rule, id, role, currency, amount, status, reason, granted_at, release_at, rule_version, unrecovered, codes) FROM stdin;
01a20dda-8ab9-76f8-bf3d-c90b0c432376	01a20dda-8ab9-76f8-bf3d-c90b0c432376	signup	01a20dda-8ad9-74f9-b017-80075b654025	referee	pieces_of_eight	50	paid	Signed up after a referral	2026-11-24 13:59:15.927228+00	\N	1	0	
01a20dda-8ab0-700d-955d-9e08db0435cf	01a20dda-8ab5-71a7-ba03-b37751aaac2d	level-5	01a20dda-8ae2-74f2-b2f6-ec4e40b7a4ed	referrer	pieces_of_eight	50	held	A friend reached level 5	2026-11-24 13:59:15.937078+00	\N	1	0	default_match
01a20dda-8ab0-700d-955d-9e08db0435cf	01a20dda-8ab9-76f8-bf3d-c90b0c432376	level-5	01a20dda-8ae6-700d-9df3-51fe31a6a108	referrer	pieces_of_eight	50	paid	A friend reached level 5	2026-11-24 13:59:15.941774+00	\N	1	0	
01a20dda-8b30-70fe-8338-414a8a3952fb	01a20dda-8b30-70fe-8338-414a8a3952fb	signup	01a20dda-8b45-727e-905e-de418c483d27	referee	pieces_of_eight	50	paid	Signed up after a referral	2026-11-24 13:59:16.036725+00	\N	1	0	
01a20dda-8ab0-700d-955d-9e08db0435cf	01a20dda-8b30-70fe-8338-414a8a3952fb	level-5	01a20dda-8b49-7147-aa6b-09cf3bd53955	referrer	pieces_of_eight	50	reversed	A friend reached level 5	2026-11-24 13:59:16.040926+00	\N	1	0	
\.
COPY root_secret (id, secret, created_at) FROM stdin;
t	\\xa84181894cbaf87d64489f1bf89f0e4a9400e1cdc7d045cdd983825ab96b0b5a	2026-11-24 13:59:15.556324+00
\.
COPY rule_versions (name, version, description, conditions, grants, players, starts_at, ends_at, per_beneficiary, per_beneficiary_per_day, budget, hold_hours, counted_from, changed_at, changed_by) FROM stdin;
signup	1	Signed up after a referral	{signed_up,referred}	{referee:pieces_of_eight:50}	all	\N	\N	\N	\N	\N	0	\N	2026-11-24 13:59:15.295316+00	migration 22
level-5	1	A friend reached level 5	{highest_level>=5}	{referrer:pieces_of_eight:50}	all	\N	\N	\N	\N	\N	0	\N	2026-11-24 13:59:15.295462+00	migration 22
\.
COPY rules (name, version, state, "position", activated_at) FROM stdin;
signup	1	active	1	2026-11-24 13:59:15.296045+00
level-5	1	active	2	2026-11-24 13:59:15.296161+00
\.
COPY sessions (uid, sid, token_hash, previous_token_hash, rotated_at, created_at, expires_at, device) FROM stdin;
01a20dda-8ab0-700d-955d-9e08db0435cf	01a20dda-8ab0-700e-9b17-c0bd94500d90	\\x68fc5ca60dac2a96c900ac2dc4e51a9f914c916faa16095bd7ffadb0cdfaf33e	\N	\N	2026-11-24 13:59:15.88808+00	2027-02-22 13:59:15.88808+00	\N
01a20dda-8ab5-71a7-ba03-b37751aaac2d	01a20dda-8ab5-71a8-8366-a76876a91e3b	\\x1ad5183c4bd43041e37fced6ace6832b334e7c642c43ce3663b9e26e6fe64fbc	\N	\N	2026-11-24 13:59:15.891818+00	2027-02-22 13:59:15.891818+00	\N
01a20dda-8ab9-76f8-bf3d-c90b0c432376	01a20dda-8ad6-761c-8ff9-d0090d6d0ded	\\x2bf834bc2dcac3fe98ad6f483289611c9368c3ae5a6c07a7b8748feded860e1f	\N	\N	2026-11-24 13:59:15.926923+00	2027-02-22 13:59:15.926923+00	\N
01a20dda-8af0-715b-9df5-5fdbd128b448	01a20dda-8b06-761e-a56c-c3e6aca84640	\\x25511cc61ea7891425e5550f3ea13efb4abf9e114d1982f20681868803c9c216	\N	\N	2026-11-24 13:59:15.974792+00	2027-02-22 13:59:15.974792+00	\N
01a20dda-8af0-715b-9df5-5fdbd128b448	01a20dda-8b25-7034-83ca-aade2dd45096	\\xad3cedc536a75151cded0339f002abc7193b5fa8f6713e2623608dbd214d18d5	\N	\N	2026-11-24 13:59:16.005198+00	2027-02-22 13:59:16.005198+00	\N
01a20dda-8b30-70fe-8338-414a8a3952fb	01a20dda-8b44-7589-853e-06be9a512f2c	\\xe7e118689ee55b66e77216a1e5855b65af8d51efd14363d84c599f88cce2c4d1	\N	\N	2026-11-24 13:59:16.036513+00	2027-02-22 13:59:16.036513+00	\N
\.
COPY signing_keys (generation, seed, created_at, retires_at) FROM stdin;
1	\\xd39ba44177995948a962fd82d95d73077d56c85fe4b860aadf3fba952c7bbb1e	2026-11-24 13:59:15.556702+00	\N
\.
COPY trust_versions (version, referrals, user_events, checks, changed_at, changed_by) FROM stdin;
1	{claim_unique=pay,claim_default=hold,claim_weak=deny,code=pay,unproven=pay}	pay	{}	2026-11-24 13:59:15.425448+00	migration 32
\.
COPY users (uid, referral_code, referred_by, match_confidence, referral_rejection, rejected_claim, email, level, highest_level, milestones, settled_rules, previous_level, previous_highest_level, previous_milestone_count, signed_up_at, last_signin_at, created_at, counters, external_id, email_verified_at, referral_source, referral_link) FROM stdin;
01a20dda-8ab0-700d-955d-9e08db0435cf	KG41R7XF5W	\N	\N	\N	\N	\N	0	0	{}	{}	0	0	0	\N	\N	2026-11-24 13:59:15.88808+00	{}	\N	\N	\N	\N
01a20dda-8ab5-71a7-ba03-b37751aaac2d	N5NNXHYV39	01a20dda-8ab0-700d-955d-9e08db0435cf	default	\N	\N	\N	5	5	{}	{level-5=held}	0	0	0	\N	\N	2026-11-24 13:59:15.891818+00	{}	\N	\N	code	\N
01a20dda-8ab9-76f8-bf3d-c90b0c432376	F001HVVV6W	01a20dda-8ab0-700d-955d-9e08db0435cf	\N	\N	\N	ben@example.com	5	5	{}	{level-5=paid,signup=paid}	0	0	0	2026-11-24 13:59:15.927228+00	2026-11-24 13:59:15.927228+00	2026-11-24 13:59:15.897032+00	{}	\N	\N	code	\N
01a20dda-8af0-715b-9df5-5fdbd128b448	G3P8JY89W7	\N	\N	\N	\N	carl@example.com	2	2	{}	{signup=denied}	0	0	0	2026-11-24 13:59:15.975037+00	2026-11-24 13:59:16.005198+00	2026-11-24 13:59:15.952411+00	{}	\N	\N	\N	\N
01a20dda-8b0b-757e-bada-c8bbc7a7bde7	ZZZZZZZZZZ	\N	\N	\N	\N	\N	2	2	{}	{}	0	0	0	\N	\N	2026-11-24 13:59:15.978983+00	{}	\N	\N	\N	\N
01a20dda-8b30-70fe-8338-414a8a3952fb	HQ26SANCEY	01a20dda-8ab0-700d-955d-9e08db0435cf	\N	\N	\N	dan@example.com	5	5	{}	{level-5=paid,signup=paid}	0	0	0	2026-11-24 13:59:16.036725+00	2026-11-24 13:59:16.036725+00	2026-11-24 13:59:16.016257+00	{}	\N	\N	code	\N
\.
