// The calls for the API's resources: gateway, function and its role, tables, logs.
import {
  arn,
  type Call,
  type CallTable,
  calls,
  gateway,
  gatewayTags,
  gatewayUntag,
  type Owner,
} from './call.ts';

const API = '/apis/a1b2c3d4e5';
const STAGE = `${API}/stages/$default`;
const FUNCTION = arn('lambda', 'function:api-function-0a1b2c3');
const TABLE = arn('dynamodb', 'table/api-store-pets-0a1b2c3');
const LOGS = arn('logs', 'log-group:api-function-logs-0a1b2c3');
const ACCESS_LOG = arn('logs', 'log-group:api-gateway-access-0a1b2c3');
const roleOf = ({ project, stack }: Owner) =>
  arn('iam', `role/${project}-${stack}-api-function-role-0a1b2c3`, '');
const lambda = (...names: string[]) => calls('lambda', FUNCTION, ...names);
const dynamodb = (...names: string[]) => calls('dynamodb', TABLE, ...names);

export const apiCalls = (owner: Owner): CallTable => ({
  ...GATEWAY_CALLS,
  ...STORE_CALLS,
  ...roleCalls((...names) => calls('iam', roleOf(owner), ...names)),
});

const GATEWAY_CALLS: CallTable = {
  'aws:apigatewayv2/api:Api': {
    source: 'apigatewayv2/api.go',
    create: [...gateway('/apis', 'POST', 'TagResource'), ...gatewayTags(API)],
    read: gateway(API, 'GET'),
    update: [
      ...gateway(API, 'PATCH'),
      ...gateway(`${API}/cors`, 'DELETE'),
      ...gatewayTags(API),
      ...gatewayUntag(API),
    ],
    delete: gateway(API, 'DELETE'),
  },
  'aws:apigatewayv2/integration:Integration': {
    source: 'apigatewayv2/integration.go',
    create: gateway(`${API}/integrations`, 'POST'),
    read: gateway(`${API}/integrations/i1`, 'GET'),
    update: gateway(`${API}/integrations/i1`, 'PATCH'),
    delete: gateway(`${API}/integrations/i1`, 'DELETE'),
  },
  'aws:apigatewayv2/route:Route': {
    source: 'apigatewayv2/route.go',
    create: gateway(`${API}/routes`, 'POST'),
    read: gateway(`${API}/routes/r1`, 'GET'),
    update: gateway(`${API}/routes/r1`, 'PATCH'),
    delete: gateway(`${API}/routes/r1`, 'DELETE'),
  },
  'aws:apigatewayv2/stage:Stage': {
    source: 'apigatewayv2/stage.go',
    // API Gateway sets up the delivery of the access log with the caller's rights:
    // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging.html
    create: [
      // Not in IAM's reference: "not authorized to perform: apigateway:TagResource on resource: …/apis/<id>/stages".
      ...gateway(`${API}/stages`, 'POST', 'TagResource'),
      ...gatewayTags(STAGE),
      ...calls('logs', '*', 'CreateLogDelivery', 'PutResourcePolicy', 'DescribeResourcePolicies'),
    ],
    read: gateway(STAGE, 'GET'),
    update: [
      ...gateway(STAGE, 'PATCH'),
      ...gateway(`${STAGE}/accesslogsettings`, 'DELETE'),
      ...gatewayTags(STAGE),
      ...gatewayUntag(STAGE),
      ...calls('logs', '*', 'GetLogDelivery', 'UpdateLogDelivery', 'ListLogDeliveries'),
    ],
    delete: [...gateway(STAGE, 'DELETE'), ...calls('logs', '*', 'DeleteLogDelivery')],
  },
};

const STORE_CALLS: CallTable = {
  'aws:cloudwatch/logGroup:LogGroup': {
    source: 'logs/group.go',
    create: calls('logs', LOGS, 'CreateLogGroup', 'TagResource', 'PutRetentionPolicy'),
    read: [...calls('logs', '*', 'DescribeLogGroups'), ...calls('logs', LOGS, 'ListTagsForResource')],
    update: calls(
      'logs',
      LOGS,
      'PutRetentionPolicy',
      'DeleteRetentionPolicy',
      'TagResource',
      'UntagResource',
    ),
    delete: calls('logs', LOGS, 'DeleteLogGroup'),
  },
  'aws:cloudwatch/logMetricFilter:LogMetricFilter': {
    source: 'logs/metric_filter.go',
    create: calls('logs', ACCESS_LOG, 'PutMetricFilter'),
    read: calls('logs', ACCESS_LOG, 'DescribeMetricFilters'),
    update: calls('logs', ACCESS_LOG, 'PutMetricFilter'),
    delete: calls('logs', ACCESS_LOG, 'DeleteMetricFilter'),
  },
  'aws:dynamodb/table:Table': {
    source: 'dynamodb/table.go',
    create: dynamodb('CreateTable', 'TagResource', 'UpdateTimeToLive', 'UpdateContinuousBackups'),
    read: dynamodb('DescribeTable', 'DescribeContinuousBackups', 'DescribeTimeToLive', 'ListTagsOfResource'),
    update: dynamodb(
      'UpdateTable',
      'UpdateTimeToLive',
      'UpdateContinuousBackups',
      'TagResource',
      'UntagResource',
    ),
    delete: dynamodb('DeleteTable'),
  },
};

const roleCalls = (iam: (...names: string[]) => Call[]): CallTable => ({
  'aws:iam/role:Role': {
    source: 'iam/role.go',
    create: iam('CreateRole', 'TagRole'),
    // The provider also reads policies that are declared as other resources.
    read: iam('GetRole', 'ListRolePolicies', 'GetRolePolicy', 'ListAttachedRolePolicies'),
    update: iam(
      'UpdateAssumeRolePolicy',
      'UpdateRole',
      'UpdateRoleDescription',
      'TagRole',
      'UntagRole',
      'PutRolePermissionsBoundary',
    ),
    delete: iam('ListInstanceProfilesForRole', 'DeleteRole'),
  },
  'aws:iam/rolePolicy:RolePolicy': {
    source: 'iam/role_policy.go',
    create: iam('PutRolePolicy'),
    read: iam('GetRolePolicy'),
    update: iam('PutRolePolicy'),
    delete: iam('DeleteRolePolicy'),
  },
  'aws:iam/rolePolicyAttachment:RolePolicyAttachment': {
    source: 'iam/role_policy_attachment.go',
    create: iam('AttachRolePolicy'),
    read: iam('ListAttachedRolePolicies'),
    update: [],
    delete: iam('DetachRolePolicy'),
  },
  'aws:lambda/function:Function': {
    source: 'lambda/function.go',
    create: [...lambda('CreateFunction', 'TagResource', 'PutFunctionConcurrency'), ...iam('PassRole')],
    // GetFunction returns the tags to callers with the right to list them:
    // https://docs.aws.amazon.com/lambda/latest/api/API_GetFunction.html
    read: lambda('GetFunction', 'ListTags', 'ListVersionsByFunction', 'GetFunctionCodeSigningConfig'),
    update: [
      ...lambda('UpdateFunctionConfiguration', 'UpdateFunctionCode', 'GetFunctionConfiguration'),
      ...lambda('PublishVersion'),
      ...lambda('PutFunctionConcurrency', 'DeleteFunctionConcurrency', 'TagResource', 'UntagResource'),
      ...iam('PassRole'),
    ],
    delete: lambda('DeleteFunction'),
  },
  'aws:lambda/alias:Alias': {
    source: 'lambda/alias.go',
    create: lambda('CreateAlias'),
    read: lambda('GetAlias'),
    update: lambda('UpdateAlias'),
    delete: lambda('DeleteAlias'),
  },
  'aws:lambda/functionEventInvokeConfig:FunctionEventInvokeConfig': {
    source: 'lambda/function_event_invoke_config.go',
    create: [],
    read: lambda('GetFunctionEventInvokeConfig'),
    // It creates and updates with one call, on the function that exists.
    update: lambda('PutFunctionEventInvokeConfig'),
    delete: lambda('DeleteFunctionEventInvokeConfig'),
  },
  'aws:lambda/permission:Permission': {
    source: 'lambda/permission.go',
    create: lambda('AddPermission'),
    read: lambda('GetPolicy'),
    update: [],
    delete: lambda('RemovePermission'),
  },
});
