/** An index as the code of 0.8.0 wrote it; the tables of 0.7.0 are the same. */
export const formerIndexRows = `CREATE TABLE execution(created INTEGER NOT NULL, name TEXT NOT NULL, revision INTEGER NOT NULL,
  change INTEGER NOT NULL, status TEXT NOT NULL, waiting TEXT, context TEXT, root INTEGER NOT NULL, summary TEXT NOT NULL,
  PRIMARY KEY(created, name)) WITHOUT ROWID;
CREATE INDEX execution_change ON execution(change);
CREATE INDEX execution_status ON execution(status, created, name);
CREATE INDEX execution_waiting ON execution(waiting, created, name) WHERE waiting IS NOT NULL;
CREATE INDEX execution_context ON execution(context, created, name) WHERE context IS NOT NULL;
CREATE INDEX execution_root ON execution(root, created, name);
CREATE TABLE label(key TEXT NOT NULL, value TEXT NOT NULL, created INTEGER NOT NULL, name TEXT NOT NULL,
    PRIMARY KEY(key, value, created, name)) WITHOUT ROWID;
CREATE TABLE callable(callable TEXT NOT NULL, created INTEGER NOT NULL, name TEXT NOT NULL,
    PRIMARY KEY(callable, created, name)) WITHOUT ROWID;
CREATE TABLE child(parent TEXT NOT NULL, created INTEGER NOT NULL, name TEXT NOT NULL,
  PRIMARY KEY(parent, created, name)) WITHOUT ROWID;
CREATE TABLE usage(day INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, calls INTEGER NOT NULL,
  failed INTEGER NOT NULL, input INTEGER NOT NULL, cached INTEGER NOT NULL, output INTEGER NOT NULL, cost INTEGER NOT NULL,
  unpriced INTEGER NOT NULL, latencies TEXT NOT NULL, PRIMARY KEY(day, kind, name)) WITHOUT ROWID;
CREATE TABLE total(status TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE removal(name TEXT PRIMARY KEY, created INTEGER NOT NULL, change INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX removal_change ON removal(change);
CREATE TABLE feed(id INTEGER PRIMARY KEY CHECK(id = 1), epoch TEXT NOT NULL, pruned INTEGER NOT NULL);
CREATE TABLE question(name TEXT NOT NULL, born INTEGER NOT NULL, request TEXT NOT NULL, created INTEGER NOT NULL,
    change INTEGER NOT NULL, status TEXT NOT NULL, kind TEXT NOT NULL, question TEXT NOT NULL,
    PRIMARY KEY(name, born, request)) WITHOUT ROWID;
CREATE INDEX question_order ON question(status, kind, created, name, request);
CREATE INDEX question_change ON question(change);
CREATE TABLE inbox(id INTEGER PRIMARY KEY CHECK(id = 1), pruned INTEGER NOT NULL);
INSERT INTO execution(created, name, revision, change, status, waiting, context, root, summary) VALUES(1779840000001, 'a', 3, 8, 'RUNNING', NULL, NULL, 1, '{"execution":"a","createdAt":1779840000001,"revision":3,"status":"RUNNING","state":"awaiting_results","waitingFor":null,"currentStep":null,"subject":"anonymous","contextId":null,"root":"a","parent":null,"labels":[],"callables":["echo"],"startedAt":1779840000001,"updatedAt":1779840000001,"finishedAt":null,"startedWith":"PLAN","usage":{"toolCalls":2,"agentCalls":0,"modelCalls":0,"inputTokens":0,"cachedInputTokens":0,"outputTokens":0,"costMicros":0},"outline":{"title":"echo","runOf":null,"parentStep":null,"failure":null,"progress":{"statuses":"r","count":1,"ended":0},"retryAt":null}}');
INSERT INTO execution(created, name, revision, change, status, waiting, context, root, summary) VALUES(1779840000002, 'b', 9, 2, 'SUCCEEDED', NULL, 'chat', 1, '{"execution":"b","createdAt":1779840000002,"revision":9,"status":"SUCCEEDED","state":"completed","waitingFor":null,"currentStep":null,"subject":"anonymous","contextId":"chat","root":"b","parent":null,"labels":[{"key":"team","value":"edge"}],"callables":["echo"],"startedAt":1779840000002,"updatedAt":1779840000009,"finishedAt":1779840000009,"startedWith":"PLAN","usage":{"toolCalls":2,"agentCalls":0,"modelCalls":0,"inputTokens":0,"cachedInputTokens":0,"outputTokens":0,"costMicros":0},"outline":{"title":"echo","runOf":null,"parentStep":null,"failure":null,"progress":{"statuses":"r","count":1,"ended":0},"retryAt":null}}');
INSERT INTO execution(created, name, revision, change, status, waiting, context, root, summary) VALUES(1779840000003, 'c', 9, 3, 'FAILED', NULL, NULL, 0, '{"execution":"c","createdAt":1779840000003,"revision":9,"status":"FAILED","state":"completed","waitingFor":null,"currentStep":null,"subject":"anonymous","contextId":null,"root":"b","parent":"b","labels":[],"callables":["echo"],"startedAt":1779840000003,"updatedAt":1779840000009,"finishedAt":1779840000009,"startedWith":"PLAN","usage":{"toolCalls":2,"agentCalls":0,"modelCalls":0,"inputTokens":0,"cachedInputTokens":0,"outputTokens":0,"costMicros":0},"outline":{"title":"echo","runOf":null,"parentStep":null,"failure":null,"progress":{"statuses":"r","count":1,"ended":0},"retryAt":null}}');
INSERT INTO execution(created, name, revision, change, status, waiting, context, root, summary) VALUES(1779840000004, 'd', 1, 4, 'WAITING', 'PERSON', NULL, 1, '{"execution":"d","createdAt":1779840000004,"revision":1,"status":"WAITING","state":"awaiting_results","waitingFor":"PERSON","currentStep":null,"subject":"anonymous","contextId":null,"root":"d","parent":null,"labels":[],"callables":["echo"],"startedAt":1779840000004,"updatedAt":1779840000004,"finishedAt":null,"startedWith":"PLAN","usage":{"toolCalls":2,"agentCalls":0,"modelCalls":0,"inputTokens":0,"cachedInputTokens":0,"outputTokens":0,"costMicros":0},"outline":{"title":"echo","runOf":null,"parentStep":null,"failure":null,"progress":{"statuses":"r","count":1,"ended":0},"retryAt":null}}');
INSERT INTO execution(created, name, revision, change, status, waiting, context, root, summary) VALUES(1779840000005, 'e', 9, 5, 'SUCCEEDED', NULL, NULL, 1, '{"execution":"e","createdAt":1779840000005,"revision":9,"status":"SUCCEEDED","state":"completed","waitingFor":null,"currentStep":null,"subject":"anonymous","contextId":null,"root":"e","parent":null,"labels":[],"callables":["echo","read"],"startedAt":1779840000005,"updatedAt":1779840000009,"finishedAt":1779840000009,"startedWith":"PLAN","usage":{"toolCalls":2,"agentCalls":0,"modelCalls":0,"inputTokens":0,"cachedInputTokens":0,"outputTokens":0,"costMicros":0},"outline":{"title":"echo","runOf":null,"parentStep":null,"failure":null,"progress":{"statuses":"r","count":1,"ended":0},"retryAt":null}}');
INSERT INTO label(key, value, created, name) VALUES('team', 'edge', 1779840000002, 'b');
INSERT INTO callable(callable, created, name) VALUES('echo', 1779840000001, 'a');
INSERT INTO callable(callable, created, name) VALUES('echo', 1779840000002, 'b');
INSERT INTO callable(callable, created, name) VALUES('echo', 1779840000003, 'c');
INSERT INTO callable(callable, created, name) VALUES('echo', 1779840000004, 'd');
INSERT INTO callable(callable, created, name) VALUES('echo', 1779840000005, 'e');
INSERT INTO callable(callable, created, name) VALUES('read', 1779840000005, 'e');
INSERT INTO child(parent, created, name) VALUES('b', 1779840000003, 'c');
INSERT INTO usage(day, kind, name, calls, failed, input, cached, output, cost, unpriced, latencies) VALUES(20600, 'EXECUTION', '', 4, 1, 0, 0, 0, 0, 0, '[]');
INSERT INTO usage(day, kind, name, calls, failed, input, cached, output, cost, unpriced, latencies) VALUES(20600, 'TOOL', 'echo', 8, 0, 0, 0, 0, 0, 0, '[[10,4],[30,4]]');
INSERT INTO total(status, count) VALUES('FAILED', 1);
INSERT INTO total(status, count) VALUES('RUNNING', 1);
INSERT INTO total(status, count) VALUES('SUCCEEDED', 2);
INSERT INTO total(status, count) VALUES('WAITING', 1);
INSERT INTO removal(name, created, change) VALUES('gone', 1779840000006, 7);
INSERT INTO feed(id, epoch, pruned) VALUES(1, '13f006d6fe526316', 0);
INSERT INTO question(name, born, request, created, change, status, kind, question) VALUES('d', 1779840000004, 'first/1', 1779840000004, 1, 'PENDING', 'APPROVAL', '{"requestId":"first/1","createdAt":1779840000004,"step":"first","purpose":"APPROVAL","kind":"APPROVAL","status":"PENDING","prompt":"May drop_table be called?","ui":null,"callableName":"drop_table","onExpiry":"FAIL","onDecline":"FAIL","expiresAt":null,"resolvedAt":null,"respondedBy":null}');
INSERT INTO inbox(id, pruned) VALUES(1, 0);
`;
